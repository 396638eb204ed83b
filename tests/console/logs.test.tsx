import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { fill, openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { press } from '../support/serverScreens.tsx';

const server = useServer();
const dayMs = 86_400_000;
const ago = (days: number) => toIsoSeconds(new Date(Date.now() - days * dayMs));
const ids = { article: 0, user: 0 };

beforeAll(async () => {
  const column = (await server.data('base.base/addColumn', { title: '新闻中心', model: 'article' })).id;
  // With a time of its own, which publishing leaves as it is.
  const draft = { col_id: column, title: '旧标题', status: 0, publish_time: ago(1) };
  ids.article = (await server.data('base.content/addArticle', draft)).id;
  await server.data('base.content/editArticle', { id: ids.article, title: '新标题', is_top: 1, status: 1 });
  ids.user = (await server.data('base.User/userAddEdit', { username: 'lina' })).id;
  const other = (await server.data('base.User/userAddEdit', { username: 'zhangwei' })).id;
  const visit = { model: 'article', col_id: column, content_id: ids.article };
  await server.database.db
    .insertInto('history')
    .values([
      { ...visit, user_id: ids.user, username: 'lina', title: '新标题', create_time: ago(0) },
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

const findPanel = () => screen.findByRole('dialog');
const textsOf = (row: HTMLTableRowElement) => [...row.cells].map(({ textContent }) => textContent);
const choose = async (select: string, option: string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: select }));
  fireEvent.click(within(await screen.findByRole('listbox')).getByText(option));
};

it('an operation opens with what it changed, before and after side by side, and leads to its record', async () => {
  const { address } = await openConsole(server, '/operateLog');
  fireEvent.click(await screen.findByRole('link', { name: '编辑文章' }));
  const panel = await findPanel();
  const table = await within(panel).findByRole<HTMLTableElement>('table');
  expect([...table.rows].map(textsOf)).toEqual([
    ['字段', '修改前', '修改后'],
    ['标题', '旧标题', '新标题'],
    ['置顶', '否', '是'],
    ['状态', '草稿', '已发布'],
  ]);
  expect(within(panel).queryByRole('textbox')).toBeNull();
  fireEvent.click(within(panel).getByRole('link', { name: '新标题' }));
  await waitFor(() => expect(address()).toMatch(new RegExp(`^/content/article/${ids.article}\\b`)));
});

it('the changes of a record stand beside its form, which keeps what is typed', async () => {
  await openConsole(server, `/content/article/${ids.article}`);
  const panel = await findPanel();
  const title = () => within(panel).findByLabelText<HTMLInputElement>(/^标题/);
  fill(await title(), '改到一半');
  await press('修改记录', panel);
  fireEvent.click(await within(panel).findByRole('button', { name: /编辑文章/ }));
  // Each part that differs is marked: its text stands in several elements.
  await waitFor(() => expect([...panel.querySelectorAll('td')].map((cell) => cell.textContent)).toContain('旧标题'));
  await press('返回表单', panel);
  expect((await title()).value).toBe('改到一半');
});

it('a log is narrowed by time and level, and says so where nothing is left', async () => {
  const { address, unmount } = await openConsole(server, '/systemLog?filter={}');
  await screen.findByRole('link', { name: '很久以前' });
  await choose('时间', '近 7 天');
  await waitFor(() => expect(screen.queryByRole('link', { name: '很久以前' })).toBeNull());
  expect(address()).toContain('filter={"range":"week"}');
  const narrowed = address();
  unmount();

  const { address: reloaded } = await openConsole(server, narrowed);
  await screen.findByText('时间: 近 7 天');
  expect(reloaded()).toContain('filter={"range":"week"}');
  fireEvent.click(await screen.findByRole('link', { name: '磁盘已满' }));
  await screen.findByText(/at write \(disk\.ts:1:2\)/);
  await press('关闭', await findPanel());
  await choose('级别', '警告');
  await screen.findByText(/级别：警告/);
  fireEvent.click(screen.getAllByText('清除条件')[0] as HTMLElement);
  await screen.findByRole('link', { name: '很久以前' });
});

it('a log is narrowed to times that one types, the last minute with them', async () => {
  const { user } = await openConsole(server, '/systemLog?filter={}');
  await choose('时间', '自定义');
  const sendRequest = vi.spyOn(globalThis, 'fetch');
  const end = await screen.findByLabelText<HTMLInputElement>('结束时间');
  end.focus();
  fill(end, '2026年1月5日 9:30');
  await user.keyboard('{Enter}');
  const asked = () =>
    sendRequest.mock.calls
      .map(([url]) => new URL(String(url), server.url))
      .find(({ pathname, searchParams }) => pathname.includes('getSystemLog') && searchParams.has('to'));
  await waitFor(() => expect(asked()).toBeDefined());
  const to = asked()?.searchParams.get('to');
  expect(new Date(String(to)).getTime()).toBe(new Date(2026, 0, 5, 9, 30, 59).getTime());
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('结束时间').value).toBe('2026-01-05 09:30'));
});

it('a user’s panel shows what that user has browsed, and no one else', async () => {
  await openConsole(server, `/user_list/${ids.user}`);
  const panel = await findPanel();
  await press('浏览记录', panel);
  await within(panel).findByRole('link', { name: '新标题' });
  expect(within(panel).queryByText('别人看的')).toBeNull();
  await press('收藏记录', panel);
  await within(panel).findByText('还没有收藏记录。');
});

it('day B10: lists and the log name who did it by nickname, the log with the user name', async () => {
  await server.data('auth.auth/saveProfile', { nickname: '陈小明' });
  await server.data('auth.auth/savePreference', {
    name: 'article.columns',
    value: JSON.stringify(['title', 'admin_id']),
  });
  onTestFinished(async () => {
    await server.data('auth.auth/saveProfile', { nickname: '' });
    await server.data('auth.auth/savePreference', { name: 'article.columns', value: null });
  });
  const { goTo } = await openConsole(server, '/content/article');
  const row = () => screen.getByText('新标题').closest('tr')?.textContent;
  await waitFor(() => expect(row()).toContain('新标题陈小明'));
  await goTo('/operateLog');
  await screen.findAllByRole('cell', { name: '陈小明 (admin)' });
  // Header and personal centre keep the user name.
  await screen.findByRole('button', { name: '个人中心: admin' });
});
