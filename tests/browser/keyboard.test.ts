import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const titles = ['公司简介', '新闻中心', '产品中心', '联系我们'];

beforeAll(async () => {
  const ids: number[] = [];
  // All have the same sort number, as in an imported site.
  for (const title of titles)
    ids.push((await server.data('base.base/addColumn', { title, model: 'article', sort: 255 })).id);
  for (let n = 1; n <= 3; n++)
    await server.data('base.content/addArticle', { col_id: ids[0], title: `第 ${n} 篇新闻` });
});

const columns = async () => {
  const { data } = await server.data<{ data: { title: string; children: { title: string }[] }[] }>(
    'base.base/getColumnList',
    {
      limit: 100,
    },
  );
  return data.map(({ title, children }) => [title, ...children.map((child) => child.title)]);
};

/** Reads role and name of the focused element, as a screen reader would say them. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return '';
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${label ?? element.textContent}`.trim();
  });

/** Presses the key until a control with this role and name has the focus. Each control on the way must be visible. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const way: string[] = [];
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    way.push(at);
    if (at !== '') await expect.poll(async () => [at, await isSeen(page)]).toEqual([at, 'seen']);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
  }
  throw new Error(`${name} was never reached: ${way.join(', ')}`);
}

/** Whether the focused element is in the viewport, uncovered, and visibly focused (WCAG 2.2, 2.4.7 and 2.4.11). */
const isSeen = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + Math.min(width, innerWidth - left) / 2, top + height / 2];
    const above = document.elementFromPoint(x, y);
    if (!above || !(element.contains(above) || above.contains(element)))
      return `covered at ${x}, ${y} by ${above?.outerHTML.slice(0, 80)}`;
    const hasOutline = [element, element.parentElement, element.closest('.MuiInputBase-root')].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      const border = each.querySelector(':scope > fieldset');
      const isFramed = border && Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2;
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || isFramed;
    });
    return hasOutline ? 'seen' : 'no ring';
  });

test('all of a morning’s work is done by keyboard alone', { timeout: 90_000 }, async () => {
  const page = await browser.open();
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => document.documentElement.setAttribute('data-pointed', 'yes'), true);
  });
  await page.goto(`${server.url}/rTopAdmin/Login`);
  await expect.poll(() => focused(page)).toBe('input 登录账户');
  await page.keyboard.type('admin');
  await tabTo(page, 'input 登录密码');
  await page.keyboard.type(server.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/home');

  // The palette finds a screen by its pinyin initials.
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Before its figures have come, the home screen may have no control at all.
  await page.getByRole('link', { name: /^媒体文件/ }).waitFor();
  // The first Tab reaches the link that skips the menus.
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('button 跳到主要内容');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('#page') !== null)).toBe(true);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索', exact: true }).waitFor();
  await page.keyboard.type('wz');
  await page.getByRole('option', { name: /^文章/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/content/article*');
  // Until then the home screen is shown, which names articles too.
  await page.getByRole('heading', { name: '文章', level: 1 }).waitFor();

  // A record of the list is edited and saved. Then the focus is back on its link.
  await page.getByRole('link', { name: '第 2 篇新闻', exact: true }).waitFor();
  await tabTo(page, 'a 第 2 篇新闻');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('标题 *', { exact: true }).waitFor();
  await tabTo(page, /^input 标题/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('第二篇新闻');
  await page.keyboard.press('Control+s');
  await page.getByText('保存成功').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('a 第二篇新闻');

  // Another record is deleted. Then its neighbour has the focus.
  await tabTo(page, 'button 删除 第 1 篇新闻');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '删除“第 1 篇新闻”？' }).waitFor();
  await tabTo(page, 'button 删除');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '第 1 篇新闻', exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('a 第二篇新闻');

  // A column moves up, into another column and out again, and keeps the focus.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索', exact: true }).waitFor();
  await page.keyboard.type('lm');
  await page.getByRole('option', { name: /^栏目/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/columnList*');
  await page.getByRole('link', { name: '产品中心', exact: true }).waitFor();
  await tabTo(page, 'a 产品中心');
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('“产品中心”现在是第一级的第 2 个，共 4 个').waitFor();
  expect(await columns()).toEqual([['公司简介'], ['产品中心'], ['新闻中心'], ['联系我们']]);
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('“产品中心”现在是“公司简介”下的第 1 个，共 1 个').waitFor();
  expect(await columns()).toEqual([['公司简介', '产品中心'], ['新闻中心'], ['联系我们']]);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByText('“产品中心”现在是第一级的第 2 个，共 4 个').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('“产品中心”现在是第一级的第 3 个，共 4 个').waitFor();
  expect(await columns()).toEqual([['公司简介'], ['新闻中心'], ['产品中心'], ['联系我们']]);
  expect(await focused(page)).toBe('a 产品中心');
  expect(page.url()).toContain('/columnList');

  await tabTo(page, /^button 个人中心/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '个人中心' }).waitFor();
  await tabTo(page, 'button 安全退出');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/login');
  await expect.poll(() => focused(page)).toBe('input 登录账户');
  expect(await page.evaluate(() => document.documentElement.dataset.pointed)).toBeUndefined();
});
