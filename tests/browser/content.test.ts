import { expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

test('pictures of a gallery are put in order by hand', async () => {
  const { id: col_id } = await server.data('base.base/addColumn', { title: '茶园', model: 'atlas' });
  const images = ['a', 'c', 'b'].map((name, sort) => ({ url: `/upload/${name}.png`, title: '', intro: '', sort }));
  const { id } = await server.data('base.content/addAtlas', { title: '春天', col_id, images });
  const page = await browser.open();
  await enter(page, server, `/content/atlas/${id}`);
  await page.getByRole('tab', { name: '图片', exact: true }).click();
  const addresses = () =>
    page
      .getByLabel('地址 *', { exact: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value.slice(-5)));
  await expect.poll(addresses).toEqual(['a.png', 'c.png', 'b.png']);
  const from = await button(page, '移动 图片 1').boundingBox();
  const to = await button(page, '移动 图片 3').boundingBox();
  if (!from || !to) throw new Error('a handle is not there');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(addresses).toEqual(['c.png', 'b.png', 'a.png']);
  await button(page, '保存').click();
  await page.getByText('保存成功').waitFor();
  const { data } = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'atlas', ids: id });
  expect(data).toMatchObject([
    { images: [{ url: '/upload/c.png' }, { url: '/upload/b.png' }, { url: '/upload/a.png' }] },
  ]);
});
