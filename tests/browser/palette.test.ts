import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { resize } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

const input = (page: Page) => page.getByRole('combobox', { name: '搜索', exact: true });
const active = (page: Page) => page.getByRole('option', { selected: true });

/**
 * Opens the home screen.
 * @param prepare called before the page is loaded, in a context of its own: from the cache of another one a script comes without a request
 */
async function openHome(prepare?: (page: Page) => Promise<unknown>) {
  const page = await browser.open(prepare && {});
  await prepare?.(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await enter(page, server);
  await page.getByRole('button', { name: '搜索', exact: true }).waitFor();
  return { page, scripts };
}

test('a screen is opened by the keyboard alone, by initials, and the pinyin is not loaded before', async () => {
  const { page, scripts } = await openHome();
  const pinyin = () => scripts.filter((url) => url.includes('readingsOf'));
  expect(pinyin()).toEqual([]);
  await page.keyboard.press('Control+k');
  await input(page).waitFor();
  await page.keyboard.type('lm');
  await active(page).filter({ hasText: '栏目' }).waitFor();
  expect(pinyin()).toHaveLength(1);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/columnList');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a record is found by its title and opened, and stands first the next time', async () => {
  await server.data('base.base/addColumn', { title: '要闻', model: 'article' });
  const { id: col_id } = await server.data('base.base/addColumn', { title: '茶事', model: 'article' });
  const { id } = await server.data('base.content/addArticle', { title: '武夷岩茶的做法', col_id });
  const { page } = stayed;
  await beginAt(page, '/home');
  await page.keyboard.press('Control+k');
  await input(page).fill('岩茶');
  await page.getByRole('option', { name: '武夷岩茶的做法 文章' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/rTopAdmin/content/article/${id}?*`);
  await page.getByRole('dialog', { name: '编辑文章 武夷岩茶的做法' }).getByLabel('标题 *', { exact: true }).waitFor();

  // Another column is the one that the list begins with.
  await page.getByRole('link', { name: '武夷岩茶的做法', exact: true, includeHidden: true }).waitFor();

  await page.keyboard.press('Control+k');
  await input(page).fill('sy');
  await active(page).filter({ hasText: '首页' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/home');
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await page
    .getByRole('group', { name: '最近使用' })
    .getByRole('option', { name: /武夷岩茶/ })
    .waitFor();
  expect(await active(page).textContent()).toContain('武夷岩茶');
  await page.keyboard.press('Escape');
});

test('the list scrolls with the keys, and the page behind it stays', async () => {
  const { page } = stayed;
  await beginAt(page, '/home');
  await page.keyboard.press('Control+k');
  await input(page).waitFor();
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option', { name: '安全退出' });
  await expect.poll(() => last.getAttribute('aria-selected')).toBe('true');
  const [list, row] = [await page.getByRole('listbox').boundingBox(), await last.boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test.each(['light', 'dark'] as const)(
  'it fills a narrow screen, and axe finds nothing wrong in it (%s)',
  async (colorScheme) => {
    const { page } = stayed;
    await beginAt(page, '/home');
    await resize(page, { width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const isDark = async () => Number(/\d+/.exec(await ground())?.[0]) < 128;
    await expect.poll(isDark).toBe(colorScheme === 'dark');
    await page.getByRole('button', { name: '搜索', exact: true }).click();
    await input(page).waitFor();
    expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const wrong = async () => {
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>("axe.run('[role=dialog]')");
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    };
    expect(await wrong()).toEqual([]);
    await input(page).fill('wz');
    await page.locator('mark').first().waitFor();
    expect(await wrong()).toEqual([]);
    await input(page).fill('没有这样的东西');
    await page.getByText('没有找到').waitFor();
    expect(await wrong()).toEqual([]);
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);

test('its shortcut works as soon as the header is there', async () => {
  const page = await browser.open();
  await page.addInitScript(() => {
    const watching = new MutationObserver(() => {
      if (!document.querySelector('header')) return;
      watching.disconnect();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    });
    watching.observe(document, { childList: true, subtree: true });
  });
  await enter(page, server);
  await input(page).waitFor();
});

test('what is typed while it is loaded stands in its input', async () => {
  const { promise: isTyped, resolve: letGo } = Promise.withResolvers<void>();
  let isAsked = false;
  const { page } = await openHome((opened) =>
    opened.route('**/CommandPalette*', async (route) => {
      isAsked = true;
      await isTyped;
      await route.continue();
    }),
  );
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  // A press before the header has its keys is lost; one after the first that was heard waits with it.
  const press = async () => {
    if (!isAsked) await page.keyboard.press('Control+k');
    return isAsked;
  };
  await expect.poll(press).toBe(true);
  await page.keyboard.type('lanmu', { delay: 30 });
  letGo();
  await expect.poll(() => input(page).inputValue()).toBe('lanmu');
});

test('without a line it says that it did not load, and opens when there is one again', async () => {
  const { page } = await openHome((opened) => opened.route('**/CommandPalette*', (route) => route.abort()));
  // The home screen's own scripts are still on their way: what is pressed while they come in may be lost.
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  const isTold = async () => {
    await page.keyboard.press('Control+k');
    const told = page.getByText('搜索加载失败').waitFor({ timeout: 2000 });
    return told.then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isTold).toBe(true);
  await page.unroute('**/CommandPalette*');
  await page.keyboard.press('Control+k');
  await input(page).waitFor();
});
