import { expect, test } from 'vitest';
import { findAxeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { resize } from '../support/enterScene.ts';
import { openArticle, waitForCursor } from '../support/openArticle.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

test('selected text has its tools beside it, which the keyboard reaches and which leave the text for nobody else', async () => {
  const body = `<p>龙井春茶</p>${'<p class=x>长文</p>'.repeat(30)}`;
  const { page, text, save } = await openArticle(server, browser, body);
  const bar = page.getByRole('toolbar', { name: '选中文字的工具' });
  const first = text.locator('p').first();
  await first.click();
  await waitForCursor(text);
  await page.keyboard.press('Home');
  expect(await bar.count()).toBe(0);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await bar.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // It covers neither what is selected nor the tools above the text.
  const boxes = await Promise.all([first, bar, page.getByRole('toolbar').first()].map((each) => each.boundingBox()));
  const [line, floating, above] = boxes.map((box) => ({
    top: box?.y ?? 0,
    bottom: (box?.y ?? 0) + (box?.height ?? 0),
  }));
  expect(floating?.top).toBeGreaterThanOrEqual(line?.bottom ?? Number.NaN);
  expect(floating?.top).toBeGreaterThanOrEqual(above?.bottom ?? Number.NaN);

  await bar.getByRole('button', { name: '加粗' }).click();
  await expect.poll(() => first.innerHTML()).toBe('<strong>龙井</strong>春茶');
  await page.keyboard.press('Alt+F10');
  await expect
    .poll(() => bar.getByRole('button', { name: /^段落格式/ }).evaluate((e) => e === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '标题 3' }).press('Enter');
  await text.locator('h3').waitFor();
  await bar.waitFor();
  await page.keyboard.press('Alt+F10');
  for (const _step of ['italic', 'link']) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '链接' });
  await dialog.getByLabel('链接地址').fill('/tea');
  await dialog.getByRole('button', { name: '插入' }).click();
  await expect.poll(() => text.locator('a').textContent()).toBe('龙井');
  await bar.waitFor();

  await page.keyboard.press('Escape');
  await expect.poll(() => bar.count()).toBe(0);
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+ArrowRight');
  await bar.waitFor();
  await resize(page, { width: 390, height: 844 });
  await expect.poll(() => bar.count()).toBe(0);
  await resize(page, { width: 1440, height: 900 });
  await bar.waitFor();
  await page.getByRole('tab', { name: '基本信息' }).focus();
  await expect.poll(() => bar.count()).toBe(0);

  const link = '<h3><strong><a href="/tea">龙井</a></strong>春茶</h3>';
  expect(await save()).toBe(`${link}${'<p class="x">长文</p>'.repeat(30)}`);
});
