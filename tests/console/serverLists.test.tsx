import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Resource } from '../../src/declaration/resource.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { preferences } from '../../src/services/services.ts';
import { useServer } from '../support/server.ts';
import { choose, dialog, fill, press, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const open = useServerScreens(server);
let few = 0;

/** The list of articles without the pane of columns beside it. */
const articles: Resource = {
  ...articleResource,
  list: { ...articleResource.list, Aside: undefined, useScopeFilter: undefined },
} as Resource;

beforeAll(async () => {
  few = (await server.data('base.base/addColumn', { title: '小栏目', model: 'article' })).id;
  for (const title of ['甲', '乙', '丙'])
    await server.data('base.content/addArticle', { title, col_id: few, status: 1 });
});

const path = (filter: object) => `/content/article?filter=${JSON.stringify(filter)}`;
const openFew = () => open([articles], path({ col_id: few }));
const menu = async (name: string) => {
  await press('更多');
  const entry = await screen.findByRole('menuitem', { name });
  entry.click();
};

it('a run that is cut off says so, and goes on where it was', async () => {
  const { user } = await openFew();
  await screen.findByRole('link', { name: '甲' });
  const box = screen.getByRole('checkbox', { name: '选择本页全部' });
  await waitFor(() => expect(box).toHaveProperty('disabled', false));
  await user.click(box);
  const ids: unknown[] = [];
  let isDown = true;
  const real = vi.mocked(fetch).getMockImplementation() as typeof fetch;
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    if (!String(url).includes('base.Bulk/edit')) return real(url, init);
    ids.push(new URLSearchParams(String(init?.body)).get('ids'));
    return isDown ? Response.json({ code: 500, msg: '服务器出错', data: null }, { status: 500 }) : real(url, init);
  });
  await press('批量编辑');
  const edit = await screen.findByRole('dialog');
  await choose('要修改的字段', '排序', edit);
  await fill('排序', '7', edit);
  await press('批量编辑', edit);
  expect((await within(edit).findByRole('alert')).textContent).toBe('服务器出错');
  isDown = false;
  await press('继续', edit);
  await screen.findByText('已修改 3 条');
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  const { data } = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'article', id: few });
  expect(data).toMatchObject([{ sort: 7 }, { sort: 7 }, { sort: 7 }]);
});

it('what was deleted comes back by the button of the toast, by keyboard', async () => {
  const { user } = await openFew();
  const second = () => screen.queryByRole('link', { name: '乙' });
  (await screen.findByRole('button', { name: '删除 乙' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await dialog(/乙/)).contains(document.activeElement)).toBe(true));
  await user.keyboard('{Enter}');
  const undo = await screen.findByRole('button', { name: '撤销' });
  await waitFor(() => expect(second()).toBeNull());
  undo.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(second()).not.toBeNull());
});

it('columns chosen by an administrator are there in another browser, in their order', async () => {
  const { user, leave } = await openFew();
  await screen.findByRole('link', { name: '甲' });
  await menu('选择列');
  const columns = await screen.findByRole('dialog');
  await user.click(within(columns).getByRole('checkbox', { name: '作者' }));
  await user.click(within(columns).getByRole('checkbox', { name: '浏览量' }));
  await press('上移“作者”', columns);
  await press('关闭', columns);
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toContain('作者'));
  const shown = headings();
  expect(shown).not.toContain('浏览量');
  await preferences.flush();
  leave();
  // Another browser has nothing in its storage.
  localStorage.clear();
  await openFew();
  await screen.findByRole('link', { name: '甲' });
  expect(headings()).toEqual(shown);
});

it('a query that is saved brings back its filter and order', async () => {
  const filter = { col_id: few, status: 1 };
  const { user, leave } = await open([articles], `${path(filter)}&sort=title&order=DESC&page=1&perPage=20`);
  await screen.findByRole('link', { name: '甲' });
  await menu('保存查询');
  await fill('名称', '已发布的', await screen.findByRole('dialog'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  leave();
  const { address } = await open([articles], path({ col_id: 0 }));
  await screen.findByRole('link', { name: '甲' });
  await menu('已发布的');
  const query = () => new URLSearchParams(address().split('?')[1]);
  await waitFor(() => expect(query().get('filter')).toBe(JSON.stringify(filter)));
  expect(query().get('sort')).toBe('title');
});

it('a sort number is changed where it stands', async () => {
  const { user } = await open([columnResource], '/columnList');
  const row = (await screen.findByRole('link', { name: '小栏目' })).closest('tr') as HTMLElement;
  const input = (await within(row).findByRole('textbox', { name: '排序' })) as HTMLInputElement;
  await user.clear(input);
  await user.type(input, '40{Enter}');
  const read = async () =>
    (await server.data<{ data: { sort: number }[] }>('base.base/getColumnList', { ids: few })).data[0]?.sort;
  await waitFor(async () => expect(await read()).toBe(40));
  await user.type(input, 'x{Escape}');
  await waitFor(() => expect(input.value).toBe('40'));
});

it('the recycle bin comes to its last page, and from no match back to all of it', async () => {
  const { id } = await server.data('base.content/addArticle', { title: '丁', col_id: few });
  await server.data('base.content/deleteArticle', { aid: id });
  const late = await open([], '/recycle?page=99999');
  await screen.findByRole('cell', { name: '丁' });
  late.leave();
  await open([], `/recycle?filter=${JSON.stringify({ searchKey: '没有这样的' })}`);
  await press('清除条件');
  await screen.findByRole('cell', { name: '丁' });
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});
