import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Resource } from '../../src/declaration/resource.ts';
import { categoryResource } from '../../src/resources/category.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { contentParamResource } from '../../src/resources/contentParam.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { useServer } from '../support/server.ts';
import { fill, formOf, press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const openScreens = useServerScreens(server);
const ids = { news: 0, local: 0, goods: 0, gone: 0 };
/** Administrators with all rights within `news` and the columns below it, or within one column that was deleted. */
const tokens = { news: '', none: '' };

beforeAll(async () => {
  const add = async (title: string, model: string, pid = 0) =>
    (await server.data('base.base/addColumn', { title, model, pid })).id;
  ids.news = await add('新闻', 'article');
  ids.local = await add('本地', 'article', ids.news);
  ids.goods = await add('商城', 'product');
  ids.gone = await add('旧栏目', 'article');
  const rules = [...(await server.ruleIds()).keys()];
  const limited = async (column: number) => {
    const role = await server.makeRole(rules);
    await server.data('base.admin/edit_role', { id: role, columns: JSON.stringify([column]) });
    return (await server.makeAdmin(role)).token;
  };
  tokens.news = await limited(ids.news);
  tokens.none = await limited(ids.gone);
  await server.data('base.base/deleteColumn', { col_id: ids.gone });
});

const short = (resource: Resource): Resource => ({ ...resource, list: { ...resource.list, columns: ['title'] } });
const quickEntries = async () => {
  const quick = within(await screen.findByRole('region', { name: '快捷入口' }));
  return quick.queryAllByRole('link').map(({ textContent }) => textContent);
};

it.each([
  ['news' as const, ['新增栏目', '新增文章']],
  ['none' as const, []],
])('day B8: on the home screen a role of %s is offered what has a place in its columns', async (whose, offered) => {
  await openScreens([], '/home', tokens[whose]);
  await waitFor(async () => expect(await quickEntries()).toEqual([...offered, '新增导航', '新增广告', '新增用户']));
});

it('day B8: a list of contents without a column of its own offers a column, below one of its own', async () => {
  const { user } = await openScreens([short(productResource), short(columnResource)], '/content/product', tokens.news);
  await screen.findByText('还没有放产品的栏目');
  expect(screen.queryByRole('link', { name: '新增产品' })).toBeNull();
  await user.click(await screen.findByRole('link', { name: '新增栏目' }));
  await fill('栏目名称 *', '茶具');
  await press('保存');
  await screen.findByText('此项为必填项');
});

it.each([
  ['columns', columnResource, '/columnList', '新增栏目'],
  ['categories', categoryResource, '/content/category', '新增分类'],
  ['parameters', contentParamResource, '/content/params', '新增内容参数'],
])('day B8: a role none of whose columns is left is offered no new %s', async (_what, resource, path, name) => {
  const { leave } = await openScreens([short(resource)], path, tokens.none);
  await screen.findByText(/^还没有/);
  await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull());
  expect(screen.queryByRole('button', { name: '批量添加' })).toBeNull();
  leave();
  await openScreens([short(resource)], path, tokens.news);
  await screen.findAllByRole('link', { name });
});

it('day B8: a column stands below one of the role’s own, in its form, in a batch and in the tree', async () => {
  const columns = {
    ...formOf(columnResource, { base: { main: ['title', 'model', 'pid'] } }),
    list: short(columnResource).list,
  };
  const { user, leave } = await openScreens([columns], '/columnList/create', tokens.news);
  await fill('栏目名称 *', '外地');
  await press('保存');
  await screen.findByText('此项为必填项');
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /上级/ }));
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.filter((option) => option.getAttribute('aria-disabled') !== 'true')).toHaveLength(2);
  await user.click(options.at(-1) as HTMLElement);
  await press('保存');
  await told('保存成功');
  leave();

  await openScreens([columns], '/columnList', tokens.news);
  await press('移动 本地');
  const out = await screen.findByRole('menuitem', { name: /移出一级/ });
  expect(out.getAttribute('aria-disabled')).toBe('true');
  fireEvent.keyDown(out, { key: 'Escape' });
  await press('批量添加');
  await fill('栏目名称', '周边');
  await screen.findByText('请选择栏目');
  const add = await screen.findByRole('button', { name: /^添加/ });
  expect((add as HTMLButtonElement).disabled).toBe(true);
});
