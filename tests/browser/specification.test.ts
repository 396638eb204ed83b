import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../proof/specification.ts';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { setLocale } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));
let first: number;

beforeAll(async () => {
  first = (await server.data('base.base/addColumn', { title: '新闻', model: 'article' })).id;
  await server.data('base.base/addColumn', { title: '动态', model: 'article' });
});

async function open(path = '/home') {
  await beginAt(stayed.page, path);
  return stayed.page;
}
const below = (page: Page) => page.url().replace(`${server.url}/rTopAdmin`, '');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const own = paths.filter(({ path }) => path !== '/404-In');

const expectTitle = (page: Page, title: string, path: string) =>
  expect.poll(() => page.title(), { message: path }).toMatch(new RegExp(`^${title}( - |$)`, 'i'));

test('each path of the table is in a menu, and opens again by its address alone; C3: with its Chinese title', {
  timeout: 120_000,
}, async () => {
  const page = await open();
  const top = page.getByRole('navigation', { name: '顶部菜单' });
  const left = page.getByRole('navigation', { name: '主菜单' });
  const opened: string[] = [];
  await top.getByRole('link').first().waitFor();
  for (const group of await top.getByRole('link').allTextContents()) {
    const before = opened.length;
    await top.getByRole('link', { name: group, exact: true }).click();
    await top.locator('[aria-current]', { hasText: group }).waitFor();
    for (const item of await left.getByRole('link').allTextContents()) {
      await left.getByRole('link', { name: item, exact: true }).click();
      await left.locator('[aria-current]', { hasText: item }).waitFor();
      const address = below(page);
      const isFirst = opened.length === before;
      opened.push(`/${address.split(/[/?]/)[1]}`);
      // The server has one page for all addresses. It is loaded once a group; the others are opened in the page that is there.
      expect(await (await fetch(page.url())).text()).toContain('<div id="root"');
      if (isFirst) await page.reload();
      else await beginAt(page, address);
      await heading(page).waitFor();
      await left.locator('[aria-current]', { hasText: item }).waitFor();
      expect([below(page), await page.getByText('没有这个页面').count()]).toEqual([address, 0]);
      const specified = paths.find(({ path }) => path === opened.at(-1));
      if (specified) await expectTitle(page, specified.zh, specified.path);
    }
  }
  expect(opened).toEqual(expect.arrayContaining(own.map(({ path }) => path)));
});

test('C3: every page has its English title of the specification', { timeout: 120_000 }, async () => {
  const page = await open();
  await setLocale(page, 'en');
  for (const { path, title } of paths) {
    await navigate(page, path);
    await expectTitle(page, title, path);
  }
  await navigate(page, '/404-In');
  await setLocale(page, 'zh');
  await expectTitle(page, paths.find(({ path }) => path === '/404-In')?.zh ?? '', '/404-In');
});

test('the user drawer comes from the top, half as high as the window, with all that it shows', async () => {
  await server.data('base.Config/saveConfig', { web_logo: '/upload/logo.svg' });
  const page = await browser.open();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  await page.route('**/upload/logo.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
  await enter(page, server, '/home');
  await page.getByRole('button', { name: '个人中心' }).click();
  const drawer = page.getByRole('dialog', { name: '个人中心' });
  await drawer.waitFor();
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ y: 0, height: 450 });
  for (const text of ['admin', '超级管理员', ' 次', '注册时间', '安全退出'])
    expect(await drawer.textContent()).toContain(text);
  expect(await page.locator('header').textContent()).toContain('admin');
  // C3: the avatar is the site’s logo.
  await expect.poll(() => drawer.locator('img').getAttribute('src')).toBe('/upload/logo.svg');
  const pictures = page.locator('header img');
  const addresses = () => pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  await expect.poll(addresses).toEqual(['/upload/logo.svg', '/upload/logo.svg']);
  await server.data('base.Config/saveConfig', { web_logo: '' });
});

test.each([
  [1500, 720],
  [390, 844],
  [390, 720],
])('day B10: no row of the user drawer is cut off in a window of %d × %d', async (width, height) => {
  const page = await browser.open({ viewport: { width, height } });
  await enter(page, server, '/home');
  await page.getByRole('button', { name: '个人中心' }).click();
  const drawer = page.getByRole('dialog', { name: '个人中心' });
  const rows = drawer.getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(5);
  await rows.getByText('台设备在线').waitFor();
  const bottomOf = async (part: typeof drawer) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  await expect.poll(async () => (await drawer.boundingBox())?.y).toBe(0);
  const bottom = await bottomOf(drawer);
  expect(bottom).toBeGreaterThanOrEqual(height / 2);
  for (const row of await rows.all()) expect(await bottomOf(row)).toBeLessThanOrEqual(bottom);
});

test('the bar above a screen has its title, and a red way back where there is one; the menus are dark, the page white', async () => {
  const page = await open('/columnList');
  await heading(page).filter({ hasText: '栏目' }).waitFor();
  const back = page.locator('a', { hasText: /^返回$/ });
  expect(await back.count()).toBe(0);
  const { web_title } = await server.data<{ web_title: string }>('base.Data/webInfo');
  expect(web_title).not.toBe('');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect(await menu.getByText(web_title).isVisible()).toBe(true);
  const background = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      // The ground of an element without one is that of what it stands on.
      for (let each: Element | null = element; each; each = each.parentElement) {
        const color = getComputedStyle(each).backgroundColor;
        if (color !== 'rgba(0, 0, 0, 0)') return color;
      }
      return 'none';
    });
  expect(await background('nav[aria-label=主菜单]')).toBe('rgb(47, 54, 64)');
  expect(await background('main')).toBe('rgb(255, 255, 255)');
  await navigate(page, `/columnList/${first}`);
  await back.waitFor();
  expect(await back.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(179, 38, 30)');
});

test('the logo reloads the page, and the menu’s toggle, with its two labels, takes the menus away and brings them back', async () => {
  const page = await open('/home');
  const menus = page.getByRole('navigation', { name: '顶部菜单' });
  await menus.waitFor();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole('banner').getByRole('button', { name: '刷新页面' }).click();
  await page.waitForFunction(() => !('isOld' in window));
  await menus.waitFor();
  await page.getByRole('button', { name: '收起菜单' }).click();
  await menus.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '展开菜单' }).click();
  await menus.waitFor();
  await page.getByRole('button', { name: '收起菜单' }).waitFor();
});

test('the edit panel is 60 % wide and the left menu 120 px', async () => {
  const page = await open(`/columnList/${first}`);
  const panel = page.getByRole('dialog');
  await panel.waitFor();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(900);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect((await menu.boundingBox())?.width).toBe(120);
  for (const [width, ofPanel] of [
    [900, 540],
    [899, 899],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(ofPanel);
  }
});

test('the home is set with a word, and a refusal of it without one', async () => {
  const page = await open('/content/article');
  await page.route('**/api/base.content/setIndex', (route) =>
    route.fulfill({ json: { code: 0, msg: '现在不能设置', data: null } }),
  );
  // All that is told, also what is soon gone.
  await page.evaluate(() => {
    const seen = Object.assign(window, { told: '' });
    const note = () => {
      for (const alert of document.querySelectorAll('[role=alert]')) seen.told += alert.textContent;
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const button = page.getByRole('button', { name: '设为首页' });
  const [reply] = await Promise.all([page.waitForResponse('**/api/base.content/setIndex'), button.click()]);
  await reply.finished();
  await page.unroute('**/api/base.content/setIndex');
  await button.click();
  await page.getByText('首页设置成功').waitFor();
  const told = await page.evaluate(() => (window as unknown as { told: string }).told);
  expect(told).toContain('首页设置成功');
  expect(told.replaceAll('首页设置成功', '')).toBe('');
});
