import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { useServer } from '../support/server.ts';
import { site, siteDb } from '../support/site.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay();
const page = readFileSync(resolve(import.meta.dirname, '../../examples/site/index.html'));
let host: Server;
let port = 0;

beforeAll(async () => {
  await runInProcess('import', ['pbootcms', siteDb, '--files', site], server.settings);
  host = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  port = await listen(host);
});
afterAll(() => void host.close());

/** The example on another origin than the server's. */
const address = () => `http://127.0.0.1:${port}/?api=${server.url}`;
const rows = (table: 'visitor_log' | 'message' | 'ad') =>
  server.database.db.selectFrom(table).selectAll().orderBy('id').execute();

test('the example shows the imported site: columns, slides, a list, a record', async () => {
  const tab = stayed.page;
  await tab.goto(address());
  await tab.getByRole('heading', { level: 1, name: '青禾陶社' }).waitFor();
  const links = tab.getByRole('navigation').getByRole('link');
  expect(await links.allTextContents()).toContain('茶器');
  const slide = tab.getByRole('img', { name: /第一窑/ });
  await slide.waitFor();
  await expect.poll(() => slide.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await links.filter({ hasText: '茶器' }).click();
  await tab.getByRole('link', { name: '青釉茶壶' }).click();
  await tab.getByRole('heading', { level: 2, name: '青釉茶壶' }).waitFor();
  await tab.getByText('¥ 1999.00').waitFor();
});

test('of two pages the one that was asked for last is shown, even if the other comes later', async () => {
  const tab = stayed.page;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = '**/api/site.column/read?*';
  // A call of the page before must not be the one that is held.
  await tab.goto('about:blank');
  await tab.route(first, (route) => held.then(() => route.continue()), { times: 1 });
  await tab.goto(address());
  await tab.getByRole('navigation').getByRole('link', { name: '联系我们' }).click();
  await tab.getByRole('heading', { level: 2, name: '联系我们' }).waitFor();
  const late = tab.waitForResponse('**/api/site.content/read?*');
  release();
  await (await late).finished();
  await tab.evaluate(() => new Promise(requestAnimationFrame));
  expect(await tab.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['联系我们']);
});

test('each page that is shown is a visit, and each click on a slide counts', async () => {
  const tab = stayed.page;
  const before = (await rows('visitor_log')).length;
  await tab.goto(address());
  await tab.getByRole('heading', { level: 2, name: '陶社简介' }).waitFor();
  await tab.getByRole('navigation').getByRole('link', { name: '联系我们' }).click();
  await tab.getByRole('heading', { level: 2, name: '联系我们' }).waitFor();
  await expect.poll(async () => (await rows('visitor_log')).length).toBe(before + 2);
  expect((await rows('visitor_log')).at(-1)).toMatchObject({ title: '联系我们', ip: '127.0.0.1' });
  await tab.context().route('http://www.qinghe.example/**', (route) => route.fulfill({ body: '' }));
  await tab.getByRole('img', { name: /第一窑/ }).click();
  await expect.poll(async () => (await rows('ad')).map((ad) => ad.clicks)).toEqual([1, 0]);
});

test('the form says what is missing, and what is sent comes into the console', async () => {
  const tab = stayed.page;
  await tab.goto(address());
  await tab.getByRole('navigation').getByRole('link', { name: '在线留言' }).click();
  await tab.getByRole('button', { name: '提交' }).click();
  await tab.getByText('提交的内容有误').waitFor();
  await tab.getByLabel('姓名').fill('李');
  await tab.getByLabel('内容').fill('想做一个网站');
  await tab.getByRole('button', { name: '提交' }).click();
  await tab.getByText('提交成功').waitFor();
  expect((await rows('message')).at(-1)).toMatchObject({ name: '李', content: '想做一个网站', is_read: 0 });
});

test('secure A16: as the server’s own page it asks no other server that its address names', async () => {
  const tab = stayed.page;
  const asked: string[] = [];
  const listener = (request: { url(): string }) => asked.push(new URL(request.url()).origin);
  tab.on('request', listener);
  await tab.goto(`${server.url}/site/?api=http://127.0.0.1:${port}`);
  await tab.getByRole('heading', { level: 1, name: '青禾陶社' }).waitFor();
  tab.off('request', listener);
  expect(new Set(asked)).toEqual(new Set([server.url]));
});
