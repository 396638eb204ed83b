import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { remember, resize } from '../support/enterScene.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { useServer } from '../support/server.ts';
import { site, siteDb } from '../support/site.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

beforeAll(async () => {
  await runInProcess('import', ['pbootcms', siteDb, '--files', site], server.settings);
  await server.data('base.base/addColumn', { title: '公告', model: 'article' });
});

test('an article of the imported site is edited, and the change is there after a reload', async () => {
  const { page } = stayed;
  await beginAt(page, '/home');
  await page.getByRole('link', { name: '内容', exact: true }).click();
  await page.getByRole('button', { name: /全部栏目/ }).click();
  await page.getByRole('link', { name: '柴窑一号正式点火', exact: true }).click();
  const title = page.getByRole('dialog').getByLabel('标题 *', { exact: true });
  await title.fill('第一版正式发布');
  await page.getByRole('tab', { name: '内容' }).click();
  await expect.poll(() => page.locator('.ProseMirror').textContent()).toContain('三代人用过的柴窑');
  await page.locator('.ProseMirror').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('写在最后的一句。');
  await page.getByRole('button', { name: '保存' }).click();
  // It is published: a save keeps the changes, and the update shows them.
  await page.getByText('已保存，访客看到的仍是原来的内容').waitFor();
  await page.getByRole('button', { name: '更新' }).click();
  await page.getByText('已发布', { exact: true }).first().waitFor();

  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('第一版正式发布');
  await page.getByRole('tab', { name: '内容' }).click();
  await expect.poll(() => page.locator('.ProseMirror').textContent()).toContain('写在最后的一句。');
});

test('a refused save says so at the field, and nothing typed is lost', async () => {
  const { page } = stayed;
  await beginAt(page, '/content/article/create');
  await page.getByLabel('栏目 *').click();
  await page.getByRole('option', { name: '公告' }).click();
  await page.getByLabel('标题 *', { exact: true }).fill('有错的文章');
  await page.getByLabel('跳转链接').fill('javascript:alert(1)');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('链接只能以 http').waitFor();
  expect(await page.getByLabel('标题 *', { exact: true }).inputValue()).toBe('有错的文章');
  await page.getByLabel('跳转链接').fill('https://example.com/');

  // B2: one that is further down is brought into view whole, with its sentence, above the bar.
  await page.getByRole('textbox', { name: '发布时间' }).fill('2026-12-24 08:00');
  const end = page.getByRole('textbox', { name: '下线时间' });
  await end.fill('2026-12-01 08:00');
  const why = page.getByText('下线时间不能早于发布时间');
  const bottom = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await resize(page, viewport);
    await page.getByLabel('标题 *', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: '定时发布' }).click();
    await why.waitFor();
    const bar = await page.getByRole('button', { name: '保存' }).boundingBox();
    await expect.poll(() => bottom(why)).toBeLessThan(bar?.y ?? 0);
    await expect.poll(() => end.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await resize(page, { width: 1440, height: 900 });
  await end.fill('');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('保存成功').waitFor();
});

test('day B9: variants and pictures of a list stand as wide as their list, not the window: beside a text no price is cut', async () => {
  const { page } = stayed;
  const { id: col_id } = await server.data('base.base/addColumn', { title: '茶叶', model: 'product' });
  const { id: size_id } = await server.data('base.Size/addEditSize', { id: 0, title: '250 克', sort: 0 });
  const { id } = await server.data('base.content/addProduct', {
    col_id,
    title: '龙井',
    price: '1280.00',
    size_ids: [size_id],
    skus: JSON.stringify([{ size_id, sku: 'QW-LC-01-2', price: '1280.00', stock: 1200, org_img: '' }]),
    images: JSON.stringify([{ url: '/upload/a.png', title: '头采', intro: '', sort: 0 }]),
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await beginAt(page, `/content/product/${id}`);
  await page.getByRole('tab', { name: '价格与规格' }).click();
  const variant = page.getByRole('group', { name: '规格报价' });
  const isWhole = (input: Locator) => input.evaluate((cell) => cell.scrollWidth <= cell.clientWidth);
  const wholeCells = () =>
    Promise.all(['SKU', '价格', '库存'].map((name) => isWhole(variant.getByLabel(name, { exact: true }))));
  const isTable = () => variant.getByText('规格', { exact: true }).first().isVisible();
  await expect.poll(wholeCells).toEqual([true, true, true]);
  expect(await isTable()).toBe(true);

  await page.getByRole('button', { name: '全宽写作' }).click();
  await page.getByRole('tab', { name: '价格与规格' }).click();
  await expect.poll(wholeCells).toEqual([true, true, true]);
  const placeOf = (name: string) =>
    variant.getByRole('button', { name }).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const [library, remove] = [await placeOf('媒体库: 图片'), await placeOf('移除 第 1 行')];
  expect(remove.bottom).toBeLessThanOrEqual(library.top);
  await page.getByRole('tab', { name: '图片' }).click();
  const picture = page.locator('input[name="images.0.title"]');
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(120);
});

test('B6, B2: a list of content has its filters in one line, and on a phone no state is cut', async () => {
  const { id } = await server.data('base.base/addColumn', { title: 'Diary', model: 'article' });
  const waiting = { col_id: id, title: 'Next', status: 1, publish_time: '2098-01-02T03:04:05Z' };
  await server.data('base.content/addArticle', waiting);
  // In English, whose words are longer. Last in the file: the page stays so.
  const { page } = stayed;
  await remember(page, { url: server.url, locale: 'en', token: server.token });
  await page.goto(`${server.url}/rTopAdmin/content/article?filter=${JSON.stringify({ col_id: id })}`);
  const state = page.locator('.MuiChip-label').getByText('Scheduled 2098-01-02');
  await state.waitFor();
  const tops = ['Search', 'Hot', 'New article'].map(async (name) => {
    const found = await page
      .getByRole('main')
      .getByLabel(name)
      .or(page.getByRole('link', { name }))
      .first()
      .boundingBox();
    return Math.round((found?.y ?? 0) / 10);
  });
  expect(new Set(await Promise.all(tops)).size).toBe(1);
  const time = page.getByRole('cell', { name: /^2098/ });
  const isCut = (element: HTMLElement | SVGElement) => element.scrollWidth > element.clientWidth;
  const [until, actions] = [await time.boundingBox(), await page.getByRole('cell').last().boundingBox()];
  expect((until?.x ?? 0) + (until?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
  await resize(page, { width: 390, height: 844 });
  expect(await state.evaluate(isCut)).toBe(false);
});
