import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { openArticle, waitForCursor } from '../support/openArticle.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const first = "<p class='a'>\n第一段</p>";

test('Markdown and the slash menu format what is typed, and the paragraph before keeps its bytes', async () => {
  const { page, text, save } = await openArticle(server, browser, `${first}<p>二</p>`);
  const type = (keys: string) => page.keyboard.type(keys);
  const enter = () => page.keyboard.press('Enter');
  const menu = page.getByRole('listbox', { name: '插入' });
  const options = () => menu.getByRole('option').allTextContents();
  const active = () =>
    text.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
    );
  await text.getByText('二').click();
  await waitForCursor(text);
  await page.keyboard.press('End');
  await enter();

  await type('## 小标题');
  await enter();
  await type('- 甲');
  await enter();
  await type('乙');
  await enter();
  await enter();
  await type('3. 丙');
  await enter();
  await enter();
  await type('> 引');
  await enter();
  await enter();
  await type('这是**重点**和*斜*，30*40*50厘米，~~旧~~`x`');
  await enter();
  await type('# ');
  await page.keyboard.press('Backspace');
  await type('不是标题');
  await enter();
  await type('---');
  await type('``` ');
  await type('a');
  // In a code block a slash is text, and a slash within a word opens no menu.
  await type('/');
  await page.keyboard.press('ArrowDown');
  await type('1/');
  expect(await menu.count()).toBe(0);
  await type('2 /');
  await expect.poll(active).toBe('标题 1');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.count()).toBe(0);
  await enter();

  await type('/');
  await page.keyboard.press('ArrowUp');
  await expect.poll(active).toBe('标题 6');
  await type('yxlb');
  await expect.poll(options).toEqual(['有序列表']);
  await enter();
  await type('丁');
  await enter();
  await enter();
  // An input method writes 、 for the slash key and blanks between syllables, and takes Enter for itself.
  const ime = await page.context().newCDPSession(page);
  const compose = (composed: string) =>
    ime.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    });
  await compose('、');
  await ime.send('Input.insertText', { text: '、' });
  await expect.poll(active).toBe('标题 1');
  await compose('yin y');
  await compose('yin yong');
  await ime.send('Input.insertText', { text: '引用' });
  await expect.poll(options).toEqual(['引用']);
  await menu.getByRole('option', { name: '引用' }).click();
  await type('戊');
  await enter();
  await enter();
  await type('/HEAD');
  await expect.poll(async () => (await options()).length).toBe(6);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await type('己');
  await enter();
  await type('/表');
  await expect.poll(options).toEqual(['表格', '无序列表', '有序列表']);
  await page.keyboard.press('Backspace');
  await type('tab');
  await expect.poll(options).toEqual(['表格']);
  // The history makes one step of edits within half a second, so the clock is moved on.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 600;
  });
  await enter();
  await expect.poll(() => text.locator('td').count()).toBe(9);
  await page.keyboard.press('Control+z');
  await expect.poll(() => text.locator('td').count()).toBe(0);
  await expect.poll(() => text.locator('p').last().textContent()).toBe('/tab');
  for (const _sign of '/tab') await page.keyboard.press('Backspace');
  await type('/图');
  await enter();
  const dialog = page.getByRole('dialog', { name: '图片' });
  await dialog.getByLabel('图片地址').fill('/logo.png');
  await dialog.getByRole('button', { name: '插入' }).click();

  const saved = await save();
  expect(saved).toBe(
    '<p class="a">\n第一段</p><p>二</p><h2>小标题</h2><ul><li>甲</li><li>乙</li></ul>' +
      '<ol start="3"><li>丙</li></ol><blockquote><p>引</p></blockquote>' +
      '<p>这是<strong>重点</strong>和<em>斜</em>，30*40*50厘米，<s>旧</s><code>x</code></p>' +
      '<p># 不是标题</p><hr /><pre>a/</pre><p>1/2 /</p><ol><li>丁</li></ol>' +
      '<blockquote><p>戊</p></blockquote><h2>己</h2><p><img src="/logo.png" alt="" /></p>',
  );
});

/** Types like an input method: shows the letters one by one, then puts the word in their place. */
async function composer(page: Page) {
  const ime = await page.context().newCDPSession(page);
  return async (letters: string, word: string) => {
    for (let end = 1; end <= letters.length; end++)
      await ime.send('Input.imeSetComposition', {
        text: letters.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      });
    await ime.send('Input.insertText', { text: word });
  };
}

test('day B1: what is typed after Chinese composed within coloured or found text stands behind it, and its style keeps its bytes', async () => {
  const paragraph = '<p>甲<span style="color:#1f2329">乙丙。</span>丁</p>';
  const { page, text, save } = await openArticle(server, browser, paragraph.repeat(3));
  const compose = await composer(page);
  const write = async (block: number) => {
    await text.locator('p').nth(block).click();
    await waitForCursor(text);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await waitForCursor(text);
    await compose('hao', '好');
    await page.keyboard.type('zq', { delay: 30 });
  };
  await write(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await text.locator('.readable-color').first().waitFor();
  await write(1);
  await text.locator('p').nth(2).click();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: '查找' }).fill('丙');
  await text.locator('.find-match').first().waitFor();
  await write(2);
  expect(await save()).toBe('<p>甲<span style="color:#1f2329">乙丙好zq。</span>丁</p>'.repeat(3));
});

test('day C3: Chinese composed over the end of a link, or over all of it, stays in the link, and what is composed after it does not', async () => {
  const link = '<a href="/a">产品说明</a>';
  const { page, text, save } = await openArticle(
    server,
    browser,
    `<p>一${link}</p><p>二${link}后文</p><p>三${link}后文</p><ul><li>${link}</li></ul><p>四${link}后文</p><p>五${link}</p>`,
  );
  const compose = await composer(page);
  const composeOver = async (block: number, lettersAfter: number, letters: number) => {
    await text.locator('p').nth(block).click();
    await waitForCursor(text);
    await page.keyboard.press('End');
    for (let n = 0; n < lettersAfter; n++) await page.keyboard.press('ArrowLeft');
    for (let n = 0; n < letters; n++) await page.keyboard.press('Shift+ArrowLeft');
    await waitForCursor(text);
    await compose('nihao', '你好');
    await compose('shi', '是');
  };
  await composeOver(0, 0, 1);
  await composeOver(1, 2, 1);
  await composeOver(2, 2, 4);
  await composeOver(3, 0, 4);
  await composeOver(4, 3, 1);
  await composeOver(5, 0, 0);
  expect(await save()).toBe(
    '<p>一<a href="/a">产品说你好</a>是</p><p>二<a href="/a">产品说你好</a>是后文</p>' +
      '<p>三<a href="/a">你好</a>是后文</p><ul><li><a href="/a">你好</a>是</li></ul>' +
      '<p>四<a href="/a">产品你好是明</a>后文</p><p>五<a href="/a">产品说明</a>你好是</p>',
  );
});

test('day C3: Enter after superscript at the end of a line begins the next one without it', async () => {
  const { page, text } = await openArticle(server, browser, '<p>100 m<sup>2</sup></p>');
  await text.getByText('100 m').click();
  await waitForCursor(text);
  await page.keyboard.press('End');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.keyboard.type('下');
  await expect.poll(() => text.locator('p').last().innerHTML()).toBe('下');
  expect(await text.locator('sup').textContent()).toBe('23');
});
