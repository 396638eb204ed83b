import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { enter, useBrowser } from '../support/browser.ts';
import { remember } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
let shifted: () => Promise<number>;
const stayed = browser.stay(async (page) => {
  shifted = await watchShifts(page);
  await enter(page, server);
});

beforeAll(async () => {
  // An empty site would show how to begin.
  await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
});

const visitor = {
  region: '',
  url: '/',
  title: '',
  referer: '',
  keyword: '',
  os: '',
  browser: '',
  device: 'pc',
  duration: 0,
};

/** So many pages shown to each of these addresses, so many days ago. */
async function visited(daysAgo: number, ips: string[], pages: number): Promise<void> {
  const create_time = toIsoSeconds(new Date(Date.now() - daysAgo * 86_400_000));
  const rows = ips.flatMap((ip) => Array.from({ length: pages }, () => ({ ...visitor, ip, create_time })));
  await server.database.db.insertInto('visitor_log').values(rows).execute();
}

/** Adds up, from each page load on, how far things move by themselves (web.dev, "Cumulative Layout Shift"). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

const picture = (page: Page) => page.getByRole('img', { name: /最近 30 天访问/ });

test('B8: what changed this week is told whole, in English and on a phone too', async () => {
  const { page } = stayed;
  await remember(page, { url: server.url, locale: 'en', token: server.token });
  onTestFinished(() => remember(page, { url: server.url, locale: 'zh', token: server.token }));
  await page.goto(`${server.url}/rTopAdmin/home`);
  const texts = page.getByText(/changed this week$/);
  await texts.first().waitFor();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () => texts.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    await expect.poll(cut).toBe(0);
  }
});

test('the visits are drawn, told by the pointer and listed by the keyboard', async () => {
  await visited(0, ['10.0.0.1'], 3);
  await visited(2, ['10.0.0.1', '10.0.0.2'], 10);
  const { page } = stayed;
  await page.goto(`${server.url}/rTopAdmin/home`);
  await page.getByText('浏览 23 次').waitFor();
  await page.getByText('访客 3 人次').waitFor();
  const lines = picture(page).locator('path.MuiLineElement-root');
  await expect.poll(() => lines.count()).toBe(2);

  const { x, y, width, height } = (await picture(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.getByRole('tooltip').getByText('浏览').waitFor();

  await page.getByRole('button', { name: '查看表格' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('group', { name: '最近 30 天访问' });
  await expect.poll(() => table.getByRole('row').nth(1).textContent()).toMatch(/31$/);
  expect(await table.getByRole('row').nth(3).textContent()).toMatch(/202$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
});

test('the screen stays where the chart’s script does not come', async () => {
  await visited(1, ['10.0.0.9'], 1);
  const { page } = stayed;
  await page.route('**/VisitsChart-*', (route) => route.abort());
  await page.goto(`${server.url}/rTopAdmin/home`);
  await page.getByText('图表加载失败，可以查看表格。').waitFor();
  await page.getByRole('region', { name: '最近操作' }).getByRole('listitem').first().waitFor();
  await page.unroute('**/VisitsChart-*');
});

test.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
])('nothing moves when its data arrives, at %i px', async (width, height) => {
  await visited(1, ['10.0.0.3'], 2);
  await server.data('base.base/addColumn', { title: `栏目 ${width}`, model: 'article' });
  const { page } = stayed;
  await page.setViewportSize({ width, height });
  // As on a first visit, which asks for nothing early.
  await remember(page, { url: server.url, locale: 'zh', token: server.token });
  await page.goto(`${server.url}/rTopAdmin/home`);
  await picture(page).locator('path.MuiLineElement-root').first().waitFor();
  expect(await shifted()).toBeLessThan(0.02);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
