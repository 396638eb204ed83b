import { expect, test } from 'vitest';
import { findAxeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { resize } from '../support/enterScene.ts';
import { openArticle, waitForCursor } from '../support/openArticle.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const kept = '<p class=k>\n不动的一段，tea-time 3.5 kg</p>';
const body = `<p>春茶，春<b>茶</b>，Tea</p>${kept}<ul><li>茶园&nbsp;甲</li></ul><p>${'字'.repeat(796)}</p>`;

test('something is found and replaced across formats, as one step, and counted; blocks without it keep their bytes', async () => {
  const { page, text, save } = await openArticle(server, browser, body);
  const stored = (await save()) ?? '';
  const first = text.locator('p').first();
  await first.click();
  await waitForCursor(text);
  // 808 characters, 4 words.
  await page.getByText('812 字 · 约 3 分钟读完', { exact: true }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('选中 1 字 · 812 字').waitFor();

  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: '查找和替换' });
  const count = bar.getByRole('status');
  const find = bar.getByLabel('查找', { exact: true });
  expect(await find.inputValue()).toBe('春');
  await expect.poll(() => count.textContent()).toBe('1/2');
  await page.keyboard.type('春茶');
  await expect.poll(() => count.textContent()).toBe('1/2');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => count.textContent()).toBe('2/2');
  await expect.poll(() => text.locator('.is-current').allTextContents()).toEqual(['春', '茶']);
  await page.keyboard.press('Escape');
  await expect.poll(() => bar.count()).toBe(0);
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('春茶');

  await page.keyboard.press('Control+f');
  await find.fill('TEA');
  await expect.poll(() => count.textContent()).toBe('1/2');
  await bar.getByRole('button', { name: '区分大小写' }).click();
  await expect.poll(() => count.textContent()).toBe('没有找到');
  await find.fill('园 甲');
  await expect.poll(() => count.textContent()).toBe('1/1');
  await find.fill('茶');
  await expect.poll(() => count.textContent()).toMatch(/\/3$/);
  while ((await count.textContent()) !== '2/3') await bar.getByRole('button', { name: '下一处' }).click();
  await bar.getByLabel('替换为').fill('茶叶');
  await page.keyboard.press('Enter');
  await expect.poll(() => first.locator('b').textContent()).toBe('茶叶');
  await expect.poll(() => count.textContent()).toBe('3/3');
  await bar.getByRole('button', { name: '全部替换' }).click();
  await expect.poll(() => text.locator('li').textContent()).toBe('茶叶园\u00a0甲');
  await expect.poll(() => first.textContent()).toBe('春茶叶，春茶叶叶，Tea');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(() => first.textContent()).toBe('春茶，春茶叶，Tea');
  expect(await text.locator('li').textContent()).toBe('茶园\u00a0甲');

  await resize(page, { width: 390, height: 844 });
  await page.keyboard.press('Control+f');
  await bar.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await resize(page, { width: 1440, height: 900 });
  await find.fill('茶');
  await expect.poll(() => count.textContent()).toMatch(/\/3$/);
  await first.click();
  await waitForCursor(text);
  await page.keyboard.press('End');
  await page.keyboard.type('茶');
  await expect.poll(() => count.textContent()).toMatch(/\/4$/);
  await page.keyboard.press('Backspace');
  await expect.poll(() => count.textContent()).toMatch(/\/3$/);
  await bar.getByRole('button', { name: '关闭查找' }).click();
  expect(await save()).toBe(stored.replace('<b>茶</b>', '<b>茶叶</b>'));
});

test('what stands in HTML blocks is found and marked, and replacing leaves it as it is', async () => {
  const island = '<details><summary>春茶的冲泡</summary><p>水温</p></details>';
  const { page, text, save } = await openArticle(server, browser, `<p>春茶一</p>${island}<p>春茶二</p>`);
  await text.locator('p').first().click();
  await waitForCursor(text);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: '查找和替换' });
  const count = bar.getByRole('status').first();
  await bar.getByLabel('查找', { exact: true }).fill('春茶');
  await expect.poll(() => count.textContent()).toMatch(/^\d\/3$/);
  await bar.getByText('其中 1 处在 HTML 块里，替换不会改动它们。').waitFor();
  while ((await count.textContent()) !== '2/3') await bar.getByRole('button', { name: '下一处' }).click();
  const block = text.locator('.is-current').getByRole('group', { name: /details/ });
  await block.waitFor();
  const colorOf = (element: Element) => getComputedStyle(element).color;
  expect(await block.evaluate(colorOf)).toBe(await text.locator('p').last().evaluate(colorOf));
  await bar.getByLabel('替换为').fill('夏茶');
  await bar.getByRole('button', { name: '替换', exact: true }).click();
  await expect.poll(() => count.textContent()).toBe('3/3');
  await bar.getByRole('button', { name: '全部替换' }).click();
  await expect.poll(() => count.textContent()).toBe('1/1');
  expect(await bar.getByRole('button', { name: '全部替换' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => save()).toBe(`<p>夏茶一</p>${island}<p>夏茶二</p>`);
});
