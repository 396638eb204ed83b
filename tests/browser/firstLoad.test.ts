import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay();
const articles = '/rTopAdmin/content/article';
let column: number;

beforeAll(async () => {
  const { id } = await server.data('base.base/addColumn', { title: '资讯', model: 'article' });
  column = id;
  await server.data('base.content/addArticle', { col_id: id, title: '第一篇' });
});

interface Visitor {
  /** Nobody is signed in. */
  isOut?: boolean;
  /** Values of react-admin's store, by name. */
  store?: Record<string, unknown>;
  width?: number;
  /** A page with a clock of its own; by default the page that all tests of this file share. */
  page?: Page;
}

/** Clears what the visitor before left in the page, and fills its storage as that of a returning visitor. */
async function visitor({ isOut = false, store = {}, width = 1500, page = stayed.page }: Visitor = {}): Promise<Page> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width, height: 900 });
  const kept = Object.entries(store).map(([name, value]) => [`RaStorertop.${name}`, JSON.stringify(value)]);
  if (!isOut) kept.push(['rtop.token', server.token]);
  await page.goto(`${server.url}/healthz`);
  await page.evaluate((items) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [name = '', value = ''] of items) localStorage.setItem(name, value);
  }, kept);
  return page;
}

/** Opens an address and holds back its scripts. @returns lets them come */
async function withoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gone;
    await route.continue();
  });
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
  await page.locator('[data-shell]').first().waitFor({ state: 'attached' });
  return async () => letGo();
}

/** The calls that are made from now on, as `POST path?form`. */
function calls(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const path = request.url().split('/api/')[1];
    // Preferences are saved with a delay, at no fixed moment.
    if (path && !path.includes('savePreference'))
      asked.push(`${request.method()} ${path}${request.postData() ? `?${request.postData()}` : ''}`);
  });
  return asked;
}

const box = (page: Page, selector: string) => page.locator(selector).boundingBox();
const colour = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

describe('before any script has come', () => {
  test('the page shows the frame where the console will have it', async () => {
    const page = await visitor();
    const letGo = await withoutScripts(page, '/rTopAdmin/home');
    expect(await box(page, '.shell-header')).toMatchObject({ x: 0, y: 0, width: 1500 });
    expect(await box(page, '.shell-menu')).toEqual({ x: 0, y: 60, width: 120, height: 840 });
    expect(await box(page, '.shell-bars')).toEqual({ x: 120, y: 60, width: 1380, height: 70 });
    const shell = { header: await colour(page, '.shell-header'), menu: await colour(page, '.shell-menu') };
    const line = await box(page, '.shell-header');

    await letGo();
    await page.getByRole('heading', { name: /您好/ }).waitFor();
    const menu = page.getByRole('navigation', { name: '主菜单' });
    expect(await menu.boundingBox()).toEqual({ x: 0, y: 60, width: 120, height: 840 });
    expect(await page.getByRole('banner').boundingBox()).toEqual(line);
    expect(await box(page, 'nav[aria-label="标签页"]')).toMatchObject({ x: 120, y: 60 });
    expect({ header: await colour(page, 'header'), menu: await colour(page, 'nav[aria-label="主菜单"]') }).toEqual(
      shell,
    );
  });

  test('a collapsed menu is narrow, and there are no bars', async () => {
    const page = await visitor({ store: { 'sidebar.open': false } });
    const letGo = await withoutScripts(page, '/rTopAdmin/home');
    expect(await box(page, '.shell-menu')).toMatchObject({ width: 52 });
    expect(await page.locator('.shell-bars').isVisible()).toBe(false);
    await letGo();
  });

  test('the second-level menu has its place where the address had one before', async () => {
    // The menu is open at the first width, and folded at the second.
    for (const width of [1500, 1440]) {
      const page = await visitor({ width });
      await page.goto(`${server.url}${articles}`);
      await page.getByText('第一篇').waitFor();
      const second = await page.getByRole('navigation', { name: '内容' }).boundingBox();
      const letGo = await withoutScripts(page, articles);
      expect(await box(page, '.shell-second')).toEqual(second);
      await letGo();
    }
  });

  test('a phone has header and title bar alone', async () => {
    const page = await visitor({ width: 390 });
    const letGo = await withoutScripts(page, '/rTopAdmin/home');
    expect(await page.locator('.shell-menu').isVisible()).toBe(false);
    expect(await box(page, '.shell-bars')).toEqual({ x: 0, y: 60, width: 390, height: 36 });
    await letGo();
  });

  test.each([
    ['light', 'zh', 'rgb(255, 255, 255)', 'zh-CN'],
    ['dark', 'en', 'rgb(22, 25, 29)', 'en'],
  ])('theme %s and language %s are those chosen', async (theme, locale, background, lang) => {
    const page = await visitor({ store: { theme, locale } });
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    const letGo = await withoutScripts(page, '/rTopAdmin/home');
    expect(await colour(page, 'body')).toBe(background);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    await letGo();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await colour(page, 'body')).toBe(background);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  });

  test('without a choice the theme is the system’s', async () => {
    const page = await visitor({ isOut: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    const letGo = await withoutScripts(page, '/rTopAdmin/Login');
    expect(await colour(page, 'body')).toBe('rgb(22, 25, 29)');
    await letGo();
  });

  test('without a token it is the sign-in’s card on its dark ground', async () => {
    const page = await visitor({ isOut: true });
    const letGo = await withoutScripts(page, '/rTopAdmin/Login');
    expect(await page.locator('.shell-header').isVisible()).toBe(false);
    const shell = await box(page, '.shell-card');
    const ground = await colour(page, '[data-shell=signIn]');
    await letGo();
    await page.getByRole('heading', { name: '登录账户' }).waitFor();
    expect(await colour(page, 'main')).toBe(ground);
    const card = await box(page, 'main > .MuiCard-root');
    expect(card).toMatchObject({ x: shell?.x, width: shell?.width });
    expect(Math.abs((card?.y ?? 0) - (shell?.y ?? 0))).toBeLessThan(2);
  });
});

describe('scripts', () => {
  test('the sign-in needs none of the frame before the first keystroke, and then fetches it', async () => {
    const page = await visitor({ isOut: true });
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(`${server.url}/rTopAdmin/Login`, { waitUntil: 'networkidle' });
    const before = scripts.length;
    expect(scripts.filter((url) => /frame|Screens|Home/.test(url))).toEqual([]);
    await page.getByPlaceholder('登录账户').press('a');
    await expect.poll(() => scripts.filter((url) => /frame|Screens|Home/.test(url)).length).toBe(3);
    await page.getByPlaceholder('登录账户').press('b');
    await page.waitForLoadState('networkidle');
    expect(scripts.length - before).toBe(3);
  });

  test('of the address at hand are asked for by the page itself', async () => {
    const page = await visitor();
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    const letGo = await withoutScripts(page, articles);
    await expect.poll(() => scripts.filter((url) => /index|frame|Screens/.test(url)).length).toBe(3);
    await letGo();
  });

  test('until the first row are at most 350 kB', async () => {
    const page = await visitor();
    const scripts = new Set<string>();
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
    await page.goto(server.url + articles);
    await page.getByRole('link', { name: '编辑 第一篇' }).waitFor();
    const headers = { 'accept-encoding': 'gzip' };
    const replies = await Promise.all([...scripts].map((url) => fetch(url, { method: 'HEAD', headers })));
    expect(replies.map((reply) => reply.headers.get('content-encoding'))).toEqual(replies.map(() => 'gzip'));
    const sizes = replies.map((reply) => Number(reply.headers.get('content-length')));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350_000);
  });
});

test('a console that cannot start says so, and can be loaded again', async () => {
  const page = await visitor({ store: { locale: 'en' } });
  await page.route('**/assets/en-*.js', (route) => route.abort());
  await page.goto(`${server.url}${articles}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.unroute('**/assets/en-*.js');
  await page.getByRole('button', { name: '刷新页面' }).click();
  await page.getByRole('link', { name: 'Edit 第一篇' }).waitFor();
});

test('what other addresses need comes when the first screen has rested', async () => {
  const page = await visitor({ page: await browser.open() });
  await page.clock.install();
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(`${server.url}/rTopAdmin/home`);
  await page.getByRole('heading', { name: /您好/ }).waitFor();
  expect(scripts.filter((url) => /Screens|RecordPanel/.test(url))).toEqual([]);
  await page.clock.runFor(5000);
  await expect.poll(() => scripts.filter((url) => /Screens|RecordPanel/.test(url)).length).toBe(2);
});

describe('early requests', () => {
  test('are made before a script has come, and not repeated by the console', async () => {
    const page = await visitor();
    await page.goto(`${server.url}${articles}`);
    await page.getByText('第一篇').waitFor();
    // The panes beside the rows send their requests after the rows have come.
    await page.waitForLoadState('networkidle');
    const asked = calls(page);
    const letGo = await withoutScripts(page, articles);
    const shortened = () => asked.toSorted().map((call) => call.replace(/(getContentList).*/, '$1'));
    await expect
      .poll(shortened)
      .toEqual([
        'GET auth.auth/ini',
        'GET auth.auth/preferences',
        `GET base.Category/getParentCategory?id=${column}&type=article`,
        'GET base.Data/webInfo',
        'GET base.Menu?pid=0',
        'GET base.admin/getAdminInfo',
        'GET base.content/getContentTopMenu?model=article',
        'GET base.content/getUnfinished?entity=article',
        'POST base.content/getContentList',
      ]);
    const early = asked.toSorted();
    await letGo();
    await page.getByText('第一篇').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.toSorted()).toEqual(early);
  });

  test('of a page without a token ask nothing that needs one', async () => {
    const page = await visitor({ isOut: true });
    const asked = calls(page);
    await page.goto(`${server.url}/rTopAdmin/Login`, { waitUntil: 'networkidle' });
    expect(asked.toSorted()).toEqual(['GET auth.auth/ini', 'GET base.Data/webInfo']);
  });

  test('C2: never ask for the columns of no model, however often a screen without one is opened', async () => {
    const page = await visitor();
    const asked = calls(page);
    for (let load = 0; load < 3; load++) {
      await page.goto(`${server.url}/rTopAdmin/columnList`, { waitUntil: 'networkidle' });
      await page.getByRole('link', { name: '资讯' }).first().waitFor();
    }
    expect(asked.filter((each) => each.includes('getColumnList')).length).toBeGreaterThanOrEqual(3);
    expect(asked.filter((each) => each.includes('getContentTopMenu'))).toEqual([]);
    // A list of early requests that an older version left in localStorage is not replayed either.
    const left = { '/rTopAdmin/columnList': { reads: [], queries: [['topMenu', null]] } };
    await page.evaluate((kept) => localStorage.setItem('rtop.reads', JSON.stringify(kept)), left);
    await page.reload({ waitUntil: 'networkidle' });
    expect(asked.filter((each) => each.includes('getContentTopMenu'))).toEqual([]);
  });

  test('that fail are made again by the console', async () => {
    const page = await visitor();
    let failed = 0;
    await page.route('**/api/base.Menu*', (route) => (failed++ === 0 ? route.abort() : route.continue()));
    await page.goto(`${server.url}/rTopAdmin/home`);
    await page.getByRole('link', { name: '栏目' }).first().waitFor();
    expect(failed).toBe(2);
  });

  test.each([
    ['of a list', articles],
    ['without a screen', '/rTopAdmin/'],
  ])(
    'with a dead token lead from an address %s to the sign-in, before the poll, and say why once',
    async (_of, path) => {
      const page = await visitor();
      await page.evaluate(() => localStorage.setItem('rtop.token', 'dead'));
      const polls: string[] = [];
      page.on('request', (request) => request.url().includes('checkLogin') && polls.push(request.url()));
      await page.goto(`${server.url}${path}`);
      await page.waitForURL('**/rTopAdmin/Login');
      expect(polls).toEqual([]);
      // The screen that failed is still shown until the sign-in page has loaded.
      await page.getByPlaceholder('登录账户').waitFor();
      await page.getByText('用户信息无效，请重新登录').waitFor();
      expect(await page.getByText('用户信息无效，请重新登录').count()).toBe(1);
      expect(await page.evaluate(() => localStorage.getItem('rtop.token'))).toBeNull();
    },
  );

  test('specification D5: ask for nothing that is refused until the first password is changed', async () => {
    const groupId = await server.makeRole(['/content']);
    await server.data('base.admin/addAdmin', { username: 'new', password: 'first-choice-7', groupId });
    const token = await server.signIn('new', 'first-choice-7');
    const page = await visitor();
    await page.evaluate((value) => localStorage.setItem('rtop.token', value), token);
    await page.goto(`${server.url}${articles}`);
    await page.getByLabel('当前密码').waitFor();
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByLabel('当前密码').waitFor();
    expect(refused).toEqual([]);
  });

  test('of one administrator are forgotten at the sign-out', async () => {
    const token = await server.signIn('admin', server.password);
    const page = await visitor();
    await page.evaluate((value) => localStorage.setItem('rtop.token', value), token);
    await page.goto(`${server.url}${articles}`);
    await page.getByText('第一篇').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('rtop.reads'))).toContain('getContentList');
    await page.getByRole('button', { name: /个人中心/ }).click();
    await page.getByRole('button', { name: '安全退出' }).click();
    await page.waitForURL('**/rTopAdmin/login');
    expect(await page.evaluate(() => localStorage.getItem('rtop.reads'))).toBeNull();
  });
});
