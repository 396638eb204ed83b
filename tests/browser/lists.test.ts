import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pageId } from '../../src/ui/a11y.ts';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { testedDatabases } from '../support/databases.ts';
import { resize, waitForPageHeight } from '../support/enterScene.ts';
import { findHorizontalOverflow } from '../support/reflow.ts';
import { useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));
// A file as long as a site's is for the nightly run.
const lineCount = testedDatabases.length > 1 ? 10_000 : 1000;
let many = 0;
let few = 0;

beforeAll(async () => {
  many = (await server.data('base.base/addColumn', { title: '大栏目', model: 'article' })).id;
  few = (await server.data('base.base/addColumn', { title: '小栏目', model: 'article' })).id;
  for (const title of ['甲', '乙', '丙'])
    await server.data('base.content/addArticle', { title, col_id: few, status: 1 });
  const now = '2026-01-02T03:04:05Z';
  const rows = Array.from({ length: 25 }, (_, n) => ({
    col_id: many,
    title: `第 ${n + 1} 篇`,
    status: 0,
    version: 1,
    create_time: now,
    update_time: now,
  }));
  await server.database.transaction((db) =>
    db
      .insertInto('article')
      .values(rows as never)
      .execute(),
  );
});

const open = async (path: string) => {
  await beginAt(stayed.page, path);
  return stayed.page;
};
const articles = (column: number) =>
  `/content/article?filter=${encodeURIComponent(JSON.stringify({ col_id: column }))}`;
const menu = async (page: Page, name: string) => {
  await button(page, '更多').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const stored = (where: { col_id: number; status: 0 | 1 }) =>
  server.database.db
    .selectFrom('article')
    .select('id')
    .where('col_id', '=', where.col_id)
    .where('status', '=', where.status as never)
    .where('deleted_at', 'is', null)
    .execute();

test('day B4: a record that is tapped right after the last key opens and stays open, above the list that is searched', async () => {
  const page = await open(articles(few));
  const record = page.getByRole('link', { name: '乙', exact: true });
  await record.waitFor();
  await page.getByRole('searchbox').fill('乙');
  // On a touch screen focus and click come in one go.
  await record.evaluate((link: HTMLElement) => {
    link.focus();
    link.click();
  });
  await page.waitForURL(/searchKey/);
  expect(new URL(page.url()).pathname).toMatch(/\/content\/article\/\d+$/);
  await page.getByRole('dialog').getByLabel('标题 *').waitFor();
});

test('several are deleted at once, found in the recycle bin and brought back from there', async () => {
  const page = await open(articles(few));
  for (const title of ['甲', '丙']) await page.getByRole('checkbox', { name: `选择 ${title}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByRole('link', { name: '甲', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '回收站' }).click();
  for (const title of ['甲', '丙']) await page.getByRole('checkbox', { name: `选择 ${title}` }).check();
  // The second click falls beside the dialog that the first one opened.
  await page.getByRole('toolbar').getByRole('button', { name: '恢复' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await page.getByText('已恢复 2 条').waitFor();
  await page.getByRole('checkbox', { name: '选择 甲' }).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: '类型' }).click();
  await page.getByRole('option', { name: '用户' }).click();
  await page.getByText('没有符合条件的已删除的记录').waitFor();
  expect(decodeURIComponent(page.url())).toContain('"entity":"user"');
  expect(await stored({ col_id: few, status: 1 })).toHaveLength(3);
});

test('a long CSV with 3 bad rows names these and brings in nothing; mended it comes in, and goes out again', {
  timeout: 240_000,
}, async () => {
  const col = (await server.data('base.base/addColumn', { title: '导入栏目', model: 'article' })).id;
  const line = (n: number, status: unknown = 1) => `,第 ${n} 行,导入栏目,${status}`;
  const lines = Array.from({ length: lineCount }, (_, n) => line(n + 1));
  const file = (all: string[]) => ({
    name: '文章.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${['编号,标题,栏目,状态', ...all].join('\r\n')}`),
  });
  const bad = lines
    .with(4, line(5, 9))
    .with(lineCount / 2 - 1, line(lineCount / 2, '是'))
    .with(lineCount - 1, ',,导入栏目,1');
  const page = await open(articles(col));
  await menu(page, '导入 CSV');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('选择文件').setInputFiles(file(bad));
  await dialog.getByText('有 3 处需要修改').waitFor({ timeout: 100_000 });
  const cells = await dialog.getByRole('row').allTextContents();
  expect(cells.slice(1)).toEqual([
    '6状态9只能是：草稿 / 已发布 / 待审',
    `${lineCount / 2 + 1}状态是只能是：草稿 / 已发布 / 待审`,
    `${lineCount + 1}标题必填`,
  ]);
  expect(await dialog.getByRole('button', { name: '导入', exact: true }).isEnabled()).toBe(false);
  expect(await stored({ col_id: col, status: 1 })).toEqual([]);

  await dialog.getByLabel('选择文件').setInputFiles(file(lines));
  await dialog.getByText(`共 ${lineCount} 行，没有发现问题`).waitFor({ timeout: 100_000 });
  expect(await stored({ col_id: col, status: 1 })).toEqual([]);
  await dialog.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByText(`导入完成：新增 ${lineCount} 条，修改 0 条`).waitFor({ timeout: 100_000 });
  await dialog.getByRole('button', { name: '完成' }).click();
  expect(await stored({ col_id: col, status: 1 })).toHaveLength(lineCount);

  const download = page.waitForEvent('download');
  await menu(page, '导出 CSV');
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.startsWith('\uFEFF编号,')).toBe(true);
  expect(text.trimEnd().split('\r\n')).toHaveLength(lineCount + 1);
});

test('an import is taken back where it ended, and its operations are found together in the log', async () => {
  const col_id = (await server.data('base.base/addColumn', { title: '误导入', model: 'article' })).id;
  const page = await open(articles(col_id));
  const importOf = async (title: string) => {
    await menu(page, '导入 CSV');
    const dialog = page.getByRole('dialog', { name: /^导入/ });
    const buffer = Buffer.from(`编号,标题,栏目\r\n,${title},误导入`);
    await dialog.getByLabel('选择文件').setInputFiles({ name: '文章.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: '导入', exact: true }).click();
    await dialog.getByText('导入完成：新增 1 条，修改 0 条').waitFor();
    return dialog;
  };
  const undo = async () => {
    const asked = page.getByRole('dialog', { name: '撤销这批修改？' });
    await asked.getByRole('button', { name: '撤销这批修改' }).click();
    await page.getByRole('alert').getByText('已撤销 1 条', { exact: true }).waitFor();
  };
  await (await importOf('导错了')).getByRole('button', { name: '撤销这次导入' }).click();
  await undo();
  await expect.poll(() => page.getByRole('table').getByText('导错了').count()).toBe(0);

  await (await importOf('又错了')).getByRole('button', { name: '完成' }).click();
  await page.getByRole('table').getByText('又错了').waitFor();
  await navigate(page, '/operateLog');
  await page.getByRole('row').filter({ hasText: '导入' }).first().getByRole('link', { name: '批次' }).click();
  await page.getByText('同一批操作', { exact: true }).waitFor();
  await resize(page, { width: 390, height: 844 });
  await page.getByText('1', { exact: true }).locator('..').getByRole('button', { name: '筛选' }).waitFor();
  await resize(page, { width: 1440, height: 900 });
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(4);
  await page.getByRole('button', { name: '撤销这批修改' }).click();
  await undo();
  expect(await stored({ col_id, status: 0 })).toEqual([]);
});

test.each([
  ['cards', 720, 450],
  ['a table', 1280, 500],
])(
  'day B9: in a window less than 600 px high a list, as %s (%i × %i px), is as high as its rows, and the page scrolls',
  async (_rows, width, height) => {
    const page = await open(articles(many));
    await resize(page, { width, height });
    await waitForPageHeight(page);
    const last = page.getByRole('link', { name: '第 6 篇', exact: true });
    await last.waitFor();
    const scrolling = () =>
      last.evaluate((link) => {
        const boxes: string[] = [];
        for (let box: Element | null = link; box; box = box.parentElement)
          if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto') boxes.push(box.id);
        return boxes;
      });
    await expect.poll(scrolling).toEqual([pageId]);
    await last.scrollIntoViewIfNeeded();
    expect((await last.boundingBox())?.y).toBeLessThan(height);
    await resize(page, { width: 1440, height: 900 });
  },
);

test.each([
  [1024, 768],
  [390, 844],
])('day B9: a long title has two lines and what the others leave (%i × %i px)', async (width, height) => {
  const col_id = (await server.data('base.base/addColumn', { title: '长标题', model: 'article' })).id;
  const title = '公司在秋季推出的新产品系列以及它与往年产品的全部区别、价格和交货时间，另附常见问题的回答';
  await server.data('base.content/addArticle', { title, col_id });
  const page = await open(articles(col_id));
  await resize(page, { width, height });
  const link = page.getByRole('link', { name: title, exact: true });
  await link.waitFor();
  const box = await link.boundingBox();
  expect(box?.height).toBe(35);
  expect(box?.width).toBeGreaterThan(150);
  if (width > 900) expect((await page.getByRole('row').last().boundingBox())?.height).toBeLessThan(42);
  expect(await findHorizontalOverflow(page)).toEqual([]);
  await resize(page, { width: 1440, height: 900 });
});
