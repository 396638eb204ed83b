import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { openArticle, waitForCursor } from '../support/openArticle.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const untouched =
  '<table width=300><colgroup><col width=100><col></colgroup><tr><td width=100>甲</td><td>乙</td></tr></table>';
const body = `<table style="width: 100%;"><tbody><tr><td>品名</td><td>产地</td><td>价</td></tr><tr><td>龙井</td><td>杭州</td><td>88</td></tr></tbody></table><p>后</p>${untouched}`;

test('a table gets headers, merged cells and widths, also by keyboard, and the table beside it keeps its bytes', async () => {
  const { page, text, save } = await openArticle(server, browser, body);
  const stored = async () => ((await save()) ?? '').replaceAll('<tbody>', '').replaceAll('</tbody>', '');
  const kept = (await stored()).split('<p>后</p>')[1];
  const table = text.locator('table').first();
  const enterCell = async (name: string) => {
    await table.getByText(name).click();
    await waitForCursor(text);
  };
  const choose = async (name: string) => {
    // The caret stays in its cell: Tab would leave it, Alt+F10 leads to the tools.
    await page.keyboard.press('Alt+F10');
    await page.getByRole('button', { name: '表格' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    // TipTap gives the focus back in the next frame.
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  };

  await enterCell('龙井');
  await choose('首行为表头');
  await choose('首列为表头');
  expect(await table.locator('th').allTextContents()).toEqual(['品名', '产地', '价', '龙井']);
  await choose('首列为表头');
  expect(await table.locator('th').allTextContents()).toEqual(['品名', '产地', '价']);

  const border = await table.getByText('产地').boundingBox();
  const whole = await table.boundingBox();
  if (!border || !whole) throw new Error('not shown');
  await page.mouse.move(border.x - 9, border.y + 8);
  await expect.poll(() => text.getAttribute('class')).toContain('is-on-border');
  await page.mouse.down();
  await page.mouse.move(border.x + 40, border.y + 8, { steps: 3 });
  await page.mouse.move(whole.x + whole.width / 2, border.y + 8);
  await page.mouse.up();
  await expect.poll(() => table.locator('td').first().getAttribute('style')).toMatch(/^width: (49|50|51)[.\d]*%;$/);

  await enterCell('价');
  await choose('各列等宽');
  await choose('加宽此列');
  await choose('在右侧插入列');
  await enterCell('产地');
  await page.keyboard.press('Shift+ArrowRight');
  await choose('合并单元格');
  const saved = await stored();
  expect(saved).toBe(
    '<table style="width:100%"><tr><th scope="col" style="width:25%">品名</th>' +
      '<th scope="col" style="width:50%" colspan="2"><p>产地</p><p>价</p></th><th style="width:25%"><br /></th></tr>' +
      '<tr><td style="width:25%">龙井</td><td style="width:21.25%">杭州</td><td style="width:28.75%">88</td>' +
      `<td style="width:25%"><br /></td></tr></table><p>后</p>${kept}`,
  );

  await text.getByText('甲').click();
  await waitForCursor(text);
  await choose('收窄此列');
  await choose('各列等宽');
  expect((await stored()).split('<p>后</p>')[1]).toBe(
    '<table width="300"><colgroup><col /><col /></colgroup>' +
      '<tr><td style="width:50%">甲</td><td style="width:50%">乙</td></tr></table>',
  );
});

test('the last column’s border makes the table narrower or wider, and leaves the other columns as wide as they are', async () => {
  const { page, text, save } = await openArticle(
    server,
    browser,
    '<table style="width:100%"><tbody><tr><td style="width:50%">品名</td><td style="width:50%">价</td></tr></tbody></table>',
  );
  const table = text.locator('table');
  const drag = async (to: (left: number, width: number) => number) => {
    const box = await table.boundingBox();
    if (!box) throw new Error('not shown');
    const y = box.y + 8;
    await page.mouse.move(box.x + box.width - 3, y);
    await expect.poll(() => text.getAttribute('class')).toContain('is-on-border');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 30, y, { steps: 3 });
    await page.mouse.move(to(box.x, box.width) - 3, y);
    await page.mouse.up();
  };
  await drag((left, width) => left + width * 0.75);
  await expect.poll(() => table.getAttribute('style')).toMatch(/^width: 7[45]/);
  expect(await save()).toMatch(
    /^<table style="width:7[45][.\d]*%"><tbody><tr><td style="width:6[67][.\d]*%">品名<\/td><td style="width:3[34][.\d]*%">/,
  );
  await drag((left, width) => left + width * 3);
  await expect.poll(() => table.getAttribute('style')).toMatch(/^width: 100%/);
});
