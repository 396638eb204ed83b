import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));
const dayMs = 86_400_000;
const ago = (days: number) => toIsoSeconds(new Date(Date.now() - days * dayMs));
let column = 0;
let article = 0;
let user = 0;

beforeAll(async () => {
  column = (await server.data<{ id: number }>('base.base/addColumn', { title: '新闻中心', model: 'article' })).id;
  // With a time of its own, which publishing leaves as it is.
  const draft = { col_id: column, title: '旧标题', status: 0, publish_time: ago(1) };
  article = (await server.data<{ id: number }>('base.content/addArticle', draft)).id;
  await server.data('base.content/editArticle', { id: article, title: '新标题', is_top: 1, status: 1 });
  user = (await server.data<{ id: number }>('base.User/userAddEdit', { username: 'lina' })).id;
  const other = (await server.data<{ id: number }>('base.User/userAddEdit', { username: 'zhangwei' })).id;
  const visit = { model: 'article', col_id: column, content_id: article };
  await server.database.db
    .insertInto('history')
    .values([
      { ...visit, user_id: user, username: 'lina', title: '新标题', create_time: ago(0) },
      { ...visit, user_id: other, username: 'zhangwei', title: '别人看的', create_time: ago(0) },
    ])
    .execute();
  const stack = 'Error: disk full\n    at write (disk.ts:1:2)';
  await server.database.db
    .insertInto('run_log')
    .values([
      { level: 'error', event: 'request', message: '磁盘已满', request_id: 'r1', stack, create_time: ago(0) },
      { level: 'warn', event: 'slow', message: '很久以前', request_id: 'r2', stack: '', create_time: ago(60) },
    ])
    .execute();
});

async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}

test('an operation opens with what it changed, before and after side by side, and leads to its record', async () => {
  const page = await open('/operateLog');
  await page.getByRole('link', { name: '编辑文章', exact: true }).click();
  const panel = page.getByRole('dialog');
  const rows = panel.getByRole('table').getByRole('row');
  await rows.first().waitFor();
  const texts = (await rows.all()).map((row) => row.locator('th, td').allTextContents());
  expect(await Promise.all(texts)).toEqual([
    ['字段', '修改前', '修改后'],
    ['标题', '旧标题', '新标题'],
    ['置顶', '否', '是'],
    ['状态', '草稿', '已发布'],
  ]);
  expect(await panel.getByRole('textbox').count()).toBe(0);
  await panel.getByRole('link', { name: '新标题' }).click();
  await page.waitForURL(`**/content/article/${article}*`);
});

test('the changes of a record stand beside its form, which keeps what is typed', async () => {
  const page = await open(`/content/article/${article}`);
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox').first().fill('改到一半');
  await panel.getByRole('button', { name: '修改记录' }).click();
  await panel.getByRole('button', { name: /编辑文章/ }).click();
  await panel.getByRole('cell', { name: '旧标题' }).waitFor();
  await panel.getByRole('button', { name: '返回表单' }).click();
  expect(await panel.getByRole('textbox').first().inputValue()).toBe('改到一半');
});

test('a log is narrowed by time and level, and says so where nothing is left', async () => {
  const page = await open('/systemLog?filter={}');
  await page.getByRole('link', { name: '很久以前' }).waitFor();
  await page.getByRole('combobox', { name: '时间' }).click();
  await page.getByRole('option', { name: '近 7 天' }).click();
  await page.getByRole('link', { name: '很久以前' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('时间: 近 7 天').waitFor();
  expect(decodeURIComponent(page.url())).toContain('filter={"range":"week"}');
  await page.getByRole('link', { name: '磁盘已满' }).click();
  await page.getByText('at write (disk.ts:1:2)').waitFor();
  await page.getByRole('button', { name: '关闭', exact: true }).click();
  await page.getByRole('combobox', { name: '级别' }).click();
  await page.getByRole('option', { name: '警告' }).click();
  await page.getByText(/级别：警告/).waitFor();
  await page.getByRole('button', { name: '清除条件' }).first().click();
  await page.getByRole('link', { name: '很久以前' }).waitFor();
});

test('a log is narrowed to times that one types, the last minute with them', async () => {
  const page = await open('/systemLog?filter={}');
  await page.getByRole('combobox', { name: '时间' }).click();
  await page.getByRole('option', { name: '自定义' }).click();
  const asked = page.waitForRequest(
    (request) => request.url().includes('getSystemLog') && request.url().includes('to='),
  );
  await page.getByRole('textbox', { name: '结束时间' }).fill('2026年1月5日 9:30');
  await page.keyboard.press('Enter');
  const to = new URL((await asked).url()).searchParams.get('to');
  expect(new Date(String(to)).getTime()).toBe(new Date(2026, 0, 5, 9, 30, 59).getTime());
  await expect.poll(() => page.getByRole('textbox', { name: '结束时间' }).inputValue()).toBe('2026-01-05 09:30');
});

test('a user’s panel shows what that user has browsed, and no one else', async () => {
  const page = await open(`/user_list/${user}`);
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: '浏览记录' }).click();
  await panel.getByRole('link', { name: '新标题' }).waitFor();
  expect(await panel.getByText('别人看的').count()).toBe(0);
  await panel.getByRole('button', { name: '收藏记录' }).click();
  await panel.getByText('还没有收藏记录。').waitFor();
});

test('day B10: lists and the log name who did it by nickname, the log with the user name', async () => {
  await server.data('auth.auth/saveProfile', { nickname: '陈小明' });
  await server.data('auth.auth/savePreference', {
    name: 'article.columns',
    value: JSON.stringify(['title', 'admin_id']),
  });
  onTestFinished(async () => {
    await server.data('auth.auth/saveProfile', { nickname: '' });
    await server.data('auth.auth/savePreference', { name: 'article.columns', value: null });
  });
  const page = await browser.open();
  await enter(page, server, '/content/article');
  await page.getByRole('row', { name: /新标题 陈小明/ }).waitFor();
  await navigate(page, '/operateLog');
  await page.getByRole('cell', { name: '陈小明 (admin)' }).first().waitFor();
  // Header and personal centre keep the user name.
  await page.getByRole('button', { name: '个人中心: admin' }).waitFor();
});
