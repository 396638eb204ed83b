import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));
const dayMs = 86_400_000;
const after = (days: number) => toIsoSeconds(new Date(Date.now() + days * dayMs));
const make = async (path: string, params: Record<string, unknown>) =>
  (await server.data<{ id: number }>(`base.base/${path}`, params)).id;
let head = 0;
let foot = 0;

beforeAll(async () => {
  head = await make('addNavGroup', { title: '顶部导航', ident: 'head' });
  foot = await make('addNavGroup', { title: '底部导航', ident: 'foot' });
  const column = await make('addColumn', { title: '公司简介', model: 'single' });
  await make('addNav', { title: '关于', group_id: head, col_id: column, sort: 10 });
  await make('addNav', { title: '商城', group_id: head, url: 'https://shop.example.com/', sort: 20 });
  await make('addNav', { title: '备案', group_id: foot, url: '/icp', sort: 10 });
  const place = await make('addAdGroup', { title: '首页轮播', ident: 'slide' });
  const ads: [string, number, number, number][] = [
    ['正在投放', -1, 30, 1],
    ['快要结束', -1, 3, 1],
    ['还没开始', 5, 30, 1],
    ['早已结束', -9, -5, 1],
    ['停用了的', -1, 3, 0],
  ];
  for (const [title, start, end, status] of ads)
    await make('addAd', {
      ...{ title, status, group_id: place, org_img: '/upload/a.png' },
      ...{ start_time: after(start), end_time: after(end) },
    });
});

async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const names = (page: Page) => page.locator('tbody tr td:nth-of-type(2) a[title]').allTextContents();
const branches = async () =>
  (await server.data<{ title: string; pid: number | null }[]>('base.base/getAllNavList')).map(({ title, pid }) => [
    title,
    pid !== null,
  ]);

test('navigation is narrowed to a group, and an entry shows its column or its address', async () => {
  const page = await open('/navList?filter={}');
  await row(page, '备案').waitFor();
  await row(page, '关于').getByText('公司简介').waitFor();
  await row(page, '商城').getByText('https://shop.example.com/').waitFor();
  await page.getByRole('complementary', { name: '分组' }).getByRole('button', { name: '底部导航' }).click();
  await expect.poll(() => names(page)).toEqual(['备案']);
});

test('an entry is dragged below another of its group, but not into another group', async () => {
  const page = await open('/navList?filter={}');
  await page.locator('[data-drag]').first().waitFor();
  const hold = async (title: string, over: string) => {
    const handle = await row(page, title).locator('[data-drag]').boundingBox();
    const target = await row(page, over).boundingBox();
    if (!handle || !target) throw new Error('a row is not shown');
    await page.mouse.move(handle.x + 8, handle.y + 12);
    await page.mouse.down();
    await page.mouse.move(handle.x + 30, handle.y + 20, { steps: 3 });
    await page.mouse.move(handle.x + 60, target.y + target.height / 2, { steps: 6 });
  };
  await hold('备案', '关于');
  await page.getByText('只能放在同一棵树里').waitFor();
  await page.mouse.up();
  await hold('商城', '关于');
  await page.locator('[data-drop-mark=within]').waitFor();
  await page.mouse.up();
  await expect.poll(branches).toContainEqual(['商城', true]);
  expect(await branches()).toContainEqual(['备案', false]);
});

test('a group with entries is not deleted, and leads to them', async () => {
  const page = await open('/navList?filter={}');
  await page.getByRole('tab', { name: '导航分组' }).click();
  await page.getByRole('button', { name: '删除 底部导航' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog', { name: '“底部导航”还不能删除' }).getByRole('link', { name: '导航 1 个' }).click();
  await expect.poll(() => names(page)).toEqual(['备案']);
});

test('an advertisement says whether it is shown now, and if not, why', async () => {
  const page = await open('/advertise');
  await row(page, '正在投放').getByText('投放中', { exact: true }).waitFor();
  await row(page, '还没开始').getByText('未开始', { exact: true }).waitFor();
  await row(page, '早已结束').getByText('已结束', { exact: true }).waitFor();
  await row(page, '停用了的').getByText('已停用', { exact: true }).waitFor();
});

test('home tells of the advertisements that end within 7 days, and leads to just those', async () => {
  const page = await open('/home');
  await page.getByRole('link', { name: /7 天内到期的广告/ }).click();
  await expect.poll(() => names(page)).toEqual(['快要结束']);
  await page.getByText('只看选中的 1 条').waitFor();
});
