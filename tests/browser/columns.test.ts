import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));
const ids: Record<string, number> = {};

const add = async (title: string, pid = 0, sort = 10, model = 'article') => {
  ids[title] = (await server.data<{ id: number }>('base.base/addColumn', { title, pid, sort, model })).id;
};

beforeAll(async () => {
  await add('公司简介', 0, 10);
  await add('新闻中心', 0, 20);
  await add('公司动态', ids.新闻中心, 10);
  await add('行业新闻', ids.新闻中心, 20);
  await add('产品中心', 0, 30);
  await add('联系我们', 0, 40);
});

const shown = ['公司简介', '新闻中心', '公司动态', '行业新闻', '产品中心', '联系我们'];
const before = { 公司简介: [], 新闻中心: ['公司动态', '行业新闻'], 产品中心: [], 联系我们: [] };

interface Node {
  id: number;
  title: string;
  version: number;
  children: Node[];
}
const branches = async () => (await server.data<{ data: Node[] }>('base.base/getColumnList', { limit: 100 })).data;
const tree = async () =>
  Object.fromEntries((await branches()).map(({ title, children }) => [title, children.map((each) => each.title)]));

beforeEach(async () => {
  const places: [string, number, number][] = [
    ['公司简介', 0, 10],
    ['新闻中心', 0, 20],
    ['公司动态', ids.新闻中心 ?? 0, 10],
    ['行业新闻', ids.新闻中心 ?? 0, 20],
    ['产品中心', 0, 30],
    ['联系我们', 0, 40],
  ];
  for (const [title, pid, sort] of places) await server.data('base.base/editColumn', { id: ids[title], pid, sort });
  expect(await tree()).toEqual(before);
});

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** The list with its rows as they are now, not as the test before has left them. */
async function open(titles = shown): Promise<Page> {
  const { page } = stayed;
  await beginAt(page, '/home');
  await Promise.all([page.waitForResponse('**/api/base.base/getColumnList*'), navigate(page, '/columnList')]);
  await expect.poll(() => page.locator('tbody a[title]').allTextContents()).toEqual(titles);
  return page;
}

/** Takes a row by its handle and holds it over another, at a part of its height. */
async function hold(page: Page, title: string, over: string, part: number, x?: number): Promise<void> {
  const handle = await row(page, title).locator('[data-drag]').boundingBox();
  const target = await row(page, over).boundingBox();
  if (!handle || !target) throw new Error('a row is not shown');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 20, handle.y + 20, { steps: 3 });
  await page.mouse.move(x ?? handle.x + 60, target.y + target.height * part, { steps: 6 });
}

test('a column is dragged before another by its handle, with a line that shows where it goes', async () => {
  const page = await open();
  await hold(page, '联系我们', '新闻中心', 0.1);
  await expect.poll(() => page.locator('[data-drop-mark=top]').count()).toBe(1);
  await page.mouse.up();
  await expect.poll(tree).toEqual({ 公司简介: [], 联系我们: [], 新闻中心: ['公司动态', '行业新闻'], 产品中心: [] });
  await expect.poll(() => page.locator('[data-drop-mark]').count()).toBe(0);
  const { version } = (await branches()).find(({ title }) => title === '新闻中心') as Node;
  await page.reload();
  await page.locator('[data-drag]').first().waitFor();
  expect(version).toBe((await branches()).find(({ title }) => title === '新闻中心')?.version);
});

test('a column is dragged into another, and out again by the indent of the pointer', async () => {
  const page = await open();
  await hold(page, '产品中心', '新闻中心', 0.5);
  await expect.poll(() => page.locator('[data-drop-mark=within]').count()).toBe(1);
  await page.mouse.up();
  await expect.poll(tree).toEqual({ 公司简介: [], 新闻中心: ['公司动态', '行业新闻', '产品中心'], 联系我们: [] });
  await expect.poll(() => page.locator('[data-drop-mark]').count()).toBe(0);

  const top = await row(page, '新闻中心').locator('[data-drag]').boundingBox();
  await hold(page, '公司动态', '产品中心', 0.9, (top?.x ?? 0) + 4);
  await page.locator('[data-drop-mark=bottom]').waitFor();
  await page.mouse.up();
  await expect.poll(tree).toEqual({ 公司简介: [], 新闻中心: ['行业新闻', '产品中心'], 公司动态: [], 联系我们: [] });
});

test('day B8: a column that was dropped by mistake is put back from the message of the latest drop', async () => {
  const page = await open();
  await hold(page, '联系我们', '公司简介', 0.1);
  await page.locator('[data-drop-mark=top]').waitFor();
  await page.mouse.up();
  await page.getByRole('alert').filter({ hasText: '已移动“联系我们”' }).waitFor();
  await hold(page, '产品中心', '新闻中心', 0.5);
  await page.locator('[data-drop-mark=within]').waitFor();
  await page.mouse.up();
  const latest = page.getByRole('alert').filter({ hasText: '已移动“产品中心”' });
  await latest.getByRole('button', { name: '撤销' }).click();
  await page.getByText('已撤销移动').waitFor();
  expect(await tree()).toEqual(before);
  expect((await branches()).map(({ title }) => title)).toEqual(['联系我们', '公司简介', '新闻中心', '产品中心']);
});

test('a column is not dropped below itself, and Escape lets go of it', async () => {
  const page = await open();
  await hold(page, '新闻中心', '公司动态', 0.5);
  await page.getByText('不能移到自己下面').waitFor();
  expect(await page.locator('[data-drop-mark]').count()).toBe(0);
  await page.mouse.up();
  await hold(page, '公司简介', '产品中心', 0.5);
  await expect.poll(() => page.locator('[data-drop-mark=within]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-drop-mark]').count()).toBe(0);
  await page.mouse.up();
  expect(await tree()).toEqual(before);
});

test('a refused move puts the row back and says why', async () => {
  const page = await open();
  await page.route('**/api/base.base/editColumn', (route) =>
    route.fulfill({ json: { code: 0, msg: '此栏目不能移动', data: null } }),
  );
  await hold(page, '联系我们', '公司简介', 0.1);
  await page.locator('[data-drop-mark=top]').waitFor();
  await page.mouse.up();
  await page.getByText('此栏目不能移动').waitFor();
  await expect.poll(() => page.locator('[data-drop-mark]').count()).toBe(0);
  expect(await page.locator('tbody a[title]').allTextContents()).toEqual(shown);
  expect(await tree()).toEqual(before);
});

test('a finger drags a column on a phone', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await enter(page, server, '/columnList');
  await page.locator('[data-drag]').first().waitFor();
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  const handle = await card('公司简介').locator('[data-drag]').boundingBox();
  const target = await card('新闻中心').boundingBox();
  if (!handle || !target) throw new Error('a card is not shown');
  const touch = await page.context().newCDPSession(page);
  const at = (type: string, x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await at('touchStart', x, y);
  for (let step = 1; step <= 10; step++)
    await at('touchMove', x + 5, y + ((target.y + target.height * 0.5 - y) * step) / 10);
  await expect.poll(() => page.locator('[data-drop-mark=within]').count()).toBe(1);
  await at('touchEnd', 0, 0);
  await expect.poll(tree).toEqual({ 新闻中心: ['公司动态', '行业新闻', '公司简介'], 产品中心: [], 联系我们: [] });
});

test('an entry is dragged below another of its group, but not into another group', async () => {
  const make = async (path: string, params: Record<string, unknown>) =>
    (await server.data<{ id: number }>(`base.base/${path}`, params)).id;
  const top = await make('addNavGroup', { title: '顶部导航', ident: 'head' });
  const bottom = await make('addNavGroup', { title: '底部导航', ident: 'foot' });
  await make('addNav', { title: '关于', group_id: top, url: '/about', sort: 10 });
  await make('addNav', { title: '商城', group_id: top, url: 'https://shop.example.com/', sort: 20 });
  await make('addNav', { title: '备案', group_id: bottom, url: '/icp', sort: 10 });
  const entries = async () =>
    (await server.data<{ title: string; pid: number | null }[]>('base.base/getAllNavList')).map(({ title, pid }) => [
      title,
      pid !== null,
    ]);
  const { page } = stayed;
  await beginAt(page, '/navList?filter={}');
  await page.locator('[data-drag]').first().waitFor();
  await hold(page, '备案', '关于', 0.5);
  await page.getByText('只能放在同一棵树里').waitFor();
  await page.mouse.up();
  await hold(page, '商城', '关于', 0.5);
  await page.locator('[data-drop-mark=within]').waitFor();
  await page.mouse.up();
  await expect.poll(entries).toContainEqual(['商城', true]);
  expect(await entries()).toContainEqual(['备案', false]);
});
