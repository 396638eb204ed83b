import { expect, it } from 'vitest';
import { categoryResource } from '../../src/resources/category.tsx';
import { useServer } from '../support/server.ts';
import { choose, fill, press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const openScreens = useServerScreens(server);

it('a new category may choose any column where no content model was ever chosen, and is of its model', async () => {
  const { id: cid } = await server.data('base.base/addColumn', { title: '画册', model: 'atlas' });
  await openScreens([categoryResource], '/content/category/create');
  await fill('分类名称 *', '茶园');
  await choose('栏目', '画册');
  await press('保存');
  await told('保存成功');
  const categories = await server.data<object[]>('base.Category/getAllCategoryList', { id: cid });
  expect(categories).toMatchObject([{ title: '茶园', cid, type: 'atlas' }]);
});
