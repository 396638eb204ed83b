import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { resize, waitForPageHeight } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

beforeAll(async () => {
  const { id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  for (let n = 1; n <= 45; n++) {
    await server.data('base.content/addArticle', { col_id: id, title: `第 ${n} 篇`, sort: n });
  }
});

async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
const address = (page: Page) => page.url().replace(`${server.url}/rTopAdmin`, '');
const tabs = (page: Page) => page.getByRole('navigation', { name: '标签页' });
const left = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

test('the content is the viewport less 130 px, less 60 px while the menu is collapsed; a resize counts after 200 ms', async () => {
  const page = await browser.open();
  await enter(page, server, '/columnList');
  const content = page.locator('[style*="--content-height"]');
  const height = async () => (await content.boundingBox())?.height;
  await page.getByRole('link', { name: '新闻', exact: true }).waitFor();
  expect(await height()).toBe(900 - 130);
  const frame = await left(page).boundingBox();
  expect(frame?.width).toBe(120);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  expect(await height()).toBe(900 - 60);
  await page.getByRole('heading', { name: '栏目', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '展开菜单' }).click();

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const resized = page.evaluate(() => new Promise<void>((go) => window.addEventListener('resize', () => go())));
  await page.setViewportSize({ width: 1440, height: 700 });
  await resized;
  await page.clock.runFor(150);
  expect(await height()).toBe(900 - 130);
  await page.clock.runFor(100);
  expect(await height()).toBe(700 - 130);
});

test('an open screen keeps its page, its filters and how far it was scrolled', async () => {
  const page = await open('/content/article');
  await page.getByRole('button', { name: '下一页' }).click();
  await page.getByRole('link', { name: '第 21 篇', exact: true }).waitFor();
  await resize(page, { width: 1440, height: 600 });
  await waitForPageHeight(page);
  const last = page.getByRole('link', { name: '第 40 篇', exact: true });
  await last.scrollIntoViewIfNeeded();
  const scrolled = () =>
    last.evaluate((link) => {
      let box: Element | null = link;
      while (box && box.scrollTop === 0) box = box.parentElement;
      return box?.scrollTop ?? 0;
    });
  const before = await scrolled();
  expect(before).toBeGreaterThan(100);
  await tabs(page).getByRole('link', { name: '首页' }).click();
  await page.waitForURL('**/home');
  await tabs(page).getByRole('link', { name: '文章' }).click();
  await last.waitFor();
  expect(address(page)).toContain('page=2');
  await expect.poll(scrolled).toBe(before);
  await resize(page, { width: 1440, height: 900 });
});

test('B8: with fifteen open screens the close button of the last can be pressed', async () => {
  const screens = [
    'columnList',
    'content/product',
    'navList',
    'advertise',
    'media',
    'recycle',
    'user_list',
    'history_list',
  ];
  const more = ['collect_list', 'down_list', 'adminList', 'authGroup', 'authRulesGroup', 'systemConfig', 'visitorLog'];
  const { token } = await server.makeAdmin(await server.makeRole([...(await server.ruleIds()).keys()]));
  const value = [...screens, ...more].map((name) => ({ path: `/${name}`, address: `/${name}` }));
  await server.data('auth.auth/savePreference', { name: 'tabs.open', value: JSON.stringify(value) }, { token });
  const page = await browser.open();
  await enter(page, { url: server.url, token }, '/home');
  const closing = tabs(page).getByRole('button', { name: /^关闭“/ });
  await expect.poll(() => closing.count()).toBe(15);
  await tabs(page).getByRole('link', { name: '访客日志' }).click();
  let close = tabs(page).getByRole('button', { name: '关闭“访客日志”' });
  const isOnTop = () =>
    close.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width - 1, y + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  await close.click();
  await close.waitFor({ state: 'detached' });

  // Unsaved text in the last screen's form marks its tab, and moves none of its buttons.
  await tabs(page).getByRole('link', { name: '系统配置' }).click();
  await page.getByRole('textbox').first().fill('改到一半');
  await tabs(page).getByRole('img', { name: '有未保存的修改' }).waitFor();
  close = tabs(page).getByRole('button', { name: '关闭“系统配置”' });
  expect(await isOnTop()).toBe(true);

  // An arrow leads to the tabs that do not fit, and closing others names the screens whose text would be discarded.
  await resize(page, { width: 1000, height: 900 }); // whatever the machine's fonts, not all tabs have room
  await tabs(page).getByRole('link', { name: '首页' }).click();
  // A screen that opens scrolls its tab into view, so the arrow is used only after that.
  await page.getByRole('heading', { name: '欢迎', level: 1 }).waitFor();
  const arrows = tabs(page).locator('button[aria-hidden]').filter({ visible: true });
  const strip = tabs(page).getByRole('list');
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  await expect.poll(() => arrows.count()).toBe(1);
  await arrows.click();
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
  await tabs(page).getByRole('button', { name: '关闭其他' }).click();
  const dialog = page.getByRole('dialog', { name: '有未保存的修改' });
  await dialog.getByText('未保存的页面：系统配置。').waitFor();
  await dialog.getByRole('button', { name: '放弃修改' }).click();
  await expect.poll(() => tabs(page).getByRole('link').count()).toBe(1);
  expect(await arrows.count()).toBe(0);
});

test('B8: a screen that is closed while it loads stays closed, and the others are closed around one that loads', async () => {
  const value = ['columnList', 'navList', 'visitorLog'].map((name) => ({ path: `/${name}`, address: `/${name}` }));
  const { token } = await server.makeAdmin(await server.makeRole([...(await server.ruleIds()).keys()]));
  await server.data('auth.auth/savePreference', { name: 'tabs.open', value: JSON.stringify(value) }, { token });
  const page = await browser.open();
  const isReleased = Promise.withResolvers<void>();
  await page.route('**/assets/Screens-*', async (route) => {
    await isReleased.promise;
    await route.continue();
  });
  await enter(page, { url: server.url, token });
  await tabs(page).getByRole('link', { name: '访客日志' }).click();
  await tabs(page).getByRole('button', { name: '关闭“访客日志”' }).click();
  await page.waitForURL('**/home');
  await tabs(page).getByRole('link', { name: '栏目' }).click();
  await tabs(page).getByRole('button', { name: '关闭其他' }).click();
  isReleased.resolve();
  await page.getByRole('heading', { name: '栏目', level: 1 }).waitFor();
  expect(await tabs(page).getByRole('link').allTextContents()).toEqual(['首页', '栏目']);
});

test('unsaved text moves along with the open screens, and is put back also after a reload', async () => {
  const page = await open('/columnList');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByLabel('栏目名称 *', { exact: true }).fill('改到一半的名称');
  await page.evaluate(() => window.history.back());
  const dialog = page.getByRole('dialog', { name: '有未保存的修改' });
  await dialog.getByRole('button', { name: '继续编辑' }).click();
  await left(page).getByRole('link', { name: '导航' }).click();
  await page.waitForURL('**/navList*');
  await tabs(page).getByRole('img', { name: '有未保存的修改' }).waitFor();
  await page.reload();
  await tabs(page).getByRole('link', { name: /栏目/ }).click();
  await page.getByText('已恢复上次未保存的内容').waitFor();
  expect(await page.getByLabel('栏目名称 *', { exact: true }).inputValue()).toBe('改到一半的名称');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('保存成功').waitFor();
  await expect.poll(() => tabs(page).getByRole('img').count()).toBe(0);
});

test('text that was typed over an older version is shown beside what stands there now', async () => {
  const { id } = await server.data('base.base/addColumn', { title: '两个人改的栏目', model: 'article' });
  const page = await open(`/columnList/${id}`);
  await page.getByLabel('栏目名称 *', { exact: true }).fill('我的名称');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rtop.unsaved'))).toContain('我的名称');
  await server.data('base.base/editColumn', { id, title: '他人的名称' });
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  // B8: the message says who changed the record.
  await page.getByText(/^admin 已于 .* 修改此记录/).waitFor();
  await page.getByRole('dialog').getByRole('cell', { name: '他人的名称' }).waitFor();
  expect(await page.getByLabel('栏目名称 *', { exact: true }).inputValue()).toBe('我的名称');
  // Saving stays disabled until one version is chosen, also after another reload.
  expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('dialog').getByRole('cell', { name: '他人的名称' }).waitFor();
  await page.getByRole('button', { name: '用我的覆盖' }).click();
  await page.getByText('保存成功').waitFor();
});
