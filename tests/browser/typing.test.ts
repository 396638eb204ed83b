import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { setLocale } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

/** The milliseconds between two keys, and until the reply to the save that is made meanwhile. */
type Pace = [keyMs: number, replyMs: number];
const isThorough = process.env.TEST_DATABASES === 'both';
const paces: Pace[] = isThorough
  ? [30, 100, 300].flatMap((keyMs) => [0, 300, 3000, 0, 300, 3000, Infinity].map((replyMs): Pace => [keyMs, replyMs]))
  : [30, 60].flatMap((keyMs) => [0, 300, 900].map((replyMs): Pace => [keyMs, replyMs]));

const titleOf = (page: Page) => page.getByLabel('标题 *', { exact: true });
const bodyOf = (page: Page) => page.locator('[contenteditable=true]').first();
const shownIn = async (page: Page) => (await bodyOf(page).textContent())?.replace(/\s/g, '');
const saves = /\/(add|edit)Article|saveWorkingCopy/;

let columns = 0;
const column = async () =>
  (await server.data('base.base/addColumn', { title: `新闻${++columns}`, model: 'article' })).id;

/** Reads title and text of a record from the server: those of its working copy, else of its row. */
async function storedOf(id: number): Promise<{ title: string; text: string }> {
  type Values = { title: string; content: string };
  const about = { entity: 'article', id };
  const { copies } = await server.data<{ copies: { values: Partial<Values> }[] }>('base.content/getWorkingCopy', about);
  const { data } = await server.data<{ data: Values[] }>('base.content/getContentList', {
    model: 'article',
    ids: [id],
  });
  const { title, content } = { ...(data[0] as Values), ...copies[0]?.values };
  return { title, text: content.replace(/<[^>]*>/g, '') };
}

/** Types Chinese like an input method: shows the letters one by one, then puts the word in their place. */
async function compose(cdp: CDPSession, letters: string, word: string, keyMs: number): Promise<void> {
  for (let end = 1; end <= letters.length; end++) {
    const text = letters.slice(0, end);
    await cdp.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
    await wait(keyMs);
  }
  await cdp.send('Input.insertText', { text: word });
}

/** Types on through saves, each of which begins in the middle of a word. @returns what was typed */
async function typeThroughSaves(page: Page, asked: readonly Pace[]): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  let replyMs = 0;
  await page.unroute(saves);
  await page.route(saves, async (route) => {
    const ms = replyMs;
    if (ms === Infinity) return; // the console gives up after 6 s
    const response = await route.fetch();
    await wait(ms);
    await route.fulfill({ response });
  });
  let typed = '';
  for (const [at, [keyMs, ms]] of asked.entries()) {
    replyMs = ms;
    const before = `${at}a`;
    for (const key of before) {
      await page.keyboard.press(key);
      await wait(keyMs);
    }
    await page.keyboard.press('Control+s');
    await page.keyboard.press('b');
    await compose(cdp, 'cha', '茶', keyMs);
    typed += `${before}b茶`;
  }
  replyMs = 0;
  await cdp.detach();
  return typed;
}

async function undoAll(page: Page): Promise<void> {
  for (let n = 0; n < paces.length * 8; n++) await page.keyboard.press('Control+z');
}

test.each([
  ['a draft', 0],
  ['a published record', 1],
])('day B1: every key that is typed through the saves of %s is shown, stored, and can be undone', async (_, status) => {
  const { page } = stayed;
  const { id } = await server.data('base.content/addArticle', {
    col_id: await column(),
    title: '春茶',
    content: '<p>.</p>',
    status,
  });
  await beginAt(page, `/content/article/${id}?tab=content`);
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  const typed = await typeThroughSaves(page, paces);
  expect(await shownIn(page)).toBe(`.${typed}`);
  await expect.poll(() => storedOf(id)).toEqual({ title: '春茶', text: `.${typed}` });
  await undoAll(page);
  expect(await shownIn(page)).toBe('.');

  await page.getByRole('tab', { name: '基本信息' }).click();
  await titleOf(page).click();
  await page.keyboard.press('End');
  const name = await typeThroughSaves(page, paces.slice(0, 4));
  expect(await titleOf(page).inputValue()).toBe(`春茶${name}`);
  await expect.poll(() => storedOf(id)).toEqual({ title: `春茶${name}`, text: '.' });
});

test('day B1: the first save of a new record leaves the caret where it is, and what is typed then is in that record', async () => {
  const { page } = stayed;
  await beginAt(page, `/content/article/create?filter=${JSON.stringify({ col_id: await column() })}`);
  await titleOf(page).fill('新茶');
  await bodyOf(page).click();
  const typed = await typeThroughSaves(page, paces);
  expect(await shownIn(page)).toBe(typed);
  await page.waitForURL(/article\/\d+/);
  const id = Number(/article\/(\d+)/.exec(page.url())?.[1]);
  await expect.poll(() => storedOf(id)).toEqual({ title: '新茶', text: typed });
  await undoAll(page);
  expect(await shownIn(page)).toBe('');
  expect(await titleOf(page).inputValue()).toBe('新茶');
});

test('day C5: what a browser cannot read as a number is refused at its field, and saves nothing', async () => {
  const { page } = stayed;
  const { id } = await server.data('base.content/addArticle', { col_id: await column(), title: '冬茶', sort: 100 });
  await beginAt(page, `/content/article/${id}`);
  const sort = page.getByLabel('排序', { exact: true });
  await sort.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('--3');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(() => sort.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('请输入数字').first().waitFor();
  await sort.fill('7');
  await expect.poll(() => sort.getAttribute('aria-invalid')).toBe('false');
  const stored = async () =>
    (await server.data<{ data: { sort: number }[] }>('base.content/getContentList', { model: 'article', ids: [id] }))
      .data[0]?.sort;
  expect(await stored()).toBe(100);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(stored).toBe(7);
});

test('day C6: a number is pasted with its thousands, and what is none is refused at its field', async () => {
  const { page } = stayed;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await server.data('base.content/addArticle', { col_id: await column(), title: '秋茶', sort: 100 });
  await beginAt(page, `/content/article/${id}`);
  const sort = page.getByLabel('排序', { exact: true });
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await sort.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Tab');
  };
  await paste('1,5');
  await expect.poll(() => sort.getAttribute('aria-invalid')).toBe('true');
  expect(await sort.inputValue()).toBe('1,5');
  await paste(' １，２９９\n');
  await expect.poll(() => sort.inputValue()).toBe('1299');
  await expect.poll(() => sort.getAttribute('aria-invalid')).toBe('false');
});

test('day B1: an autosave and the save after it leave the text where it is on the screen', async () => {
  const { page } = stayed;
  const { id } = await server.data('base.content/addArticle', {
    col_id: await column(),
    title: '夏茶',
    content: '<p>.</p>',
  });
  await beginAt(page, `/content/article/${id}?tab=content`);
  const top = () => bodyOf(page).evaluate((body) => body.getBoundingClientRect().top);
  await bodyOf(page).click();
  const first = await top();
  await page.keyboard.type('一');
  await page.getByRole('button', { name: '放弃修改' }).waitFor();
  expect(await top()).toBe(first);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: '放弃修改' }).waitFor({ state: 'detached' });
  expect(await top()).toBe(first);
});

test('day B1: on a phone what an autosave tells takes one line in both languages, and moves no text', async () => {
  const { page } = stayed;
  onTestFinished(() => setLocale(page, 'zh'));
  const col_id = await column();
  for (const [language, discard] of [
    ['zh', '放弃修改'],
    ['en', 'Discard changes'],
  ] as const) {
    for (const status of [0, 1]) {
      const draft = { col_id, title: '夏茶', content: '<p>.</p>', status };
      const { id } = await server.data('base.content/addArticle', draft);
      await setLocale(page, 'zh');
      await beginAt(page, `/content/article/${id}?tab=content`);
      await page.setViewportSize({ width: 390, height: 844 });
      await setLocale(page, language);
      const top = () => bodyOf(page).evaluate((body) => body.getBoundingClientRect().top);
      await bodyOf(page).click();
      const first = await top();
      await page.keyboard.type('一');
      const button = page.getByRole('button', { name: discard });
      await button.waitFor();
      expect([language, status, await top()]).toEqual([language, status, first]);
      const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(390);
    }
  }
});
