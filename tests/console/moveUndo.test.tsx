import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Resource } from '../../src/declaration/resource.ts';
import { categoryResource } from '../../src/resources/category.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { navResource } from '../../src/resources/nav.tsx';
import { useServer } from '../support/server.ts';
import { press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const openScreens = useServerScreens(server);

interface Row {
  id: number;
  title: string;
  pid: number | null;
  sort: number;
  version: number;
  children: Row[];
}

const add = async (path: string, record: Record<string, unknown>) =>
  (await server.data<{ id: number }>(path, record)).id;
const addColumn = (record: Record<string, unknown>) => add('base.base/addColumn', { model: 'article', ...record });
const columns = async () => (await server.data<{ data: Row[] }>('base.base/getColumnList', { limit: 100 })).data;
/** The titles as they stand in the tree. */
const titles = (rows: Row[]): object[] => rows.map(({ title, children }) => ({ [title]: titles(children) }));

/** Its title alone, which is moved. */
const short = (resource: Resource): Resource => ({ ...resource, list: { ...resource.list, columns: ['title'] } });

async function move(name: string, key: string) {
  await screen.findByRole('button', { name: `移动 ${name}` });
  const link = screen.getByRole('link', { name });
  act(() => link.focus());
  fireEvent.keyDown(link, { key, altKey: true });
}

it('day B8: a column that was moved, by several keys at once, is put back where it stood by one undo', async () => {
  const news = await addColumn({ title: '新闻', sort: 10 });
  await addColumn({ title: '动态', pid: news, sort: 10 });
  await addColumn({ title: '行业', pid: news, sort: 20 });
  await addColumn({ title: '联系', sort: 10 });
  const before = titles(await columns());
  await openScreens([short(columnResource)], '/columnList');
  await move('动态', 'ArrowDown');
  await move('动态', 'ArrowLeft');
  await told('已移动“动态”');
  expect(titles(await columns())).toEqual([{ 新闻: [{ 行业: [] }] }, { 动态: [] }, { 联系: [] }]);
  await press('撤销');
  await told('已撤销移动');
  expect(titles(await columns())).toEqual(before);
});

it('day B8: a move is not undone where somebody has moved a column of it since', async () => {
  const parent = await addColumn({ title: '服务', sort: 30 });
  const id = await addColumn({ title: '保养', sort: 40 });
  await addColumn({ title: '维修', sort: 50 });
  await openScreens([short(columnResource)], '/columnList');
  await move('保养', 'ArrowDown');
  await told('已移动“保养”');
  const { version } = (await columns()).find((row) => row.id === id) as Row;
  await server.data('base.base/editColumn', { id, pid: parent, version });
  await press('撤销');
  await told('“保养”移动之后，次序又有变动，没有撤销');
  expect((await columns()).find((row) => row.id === parent)?.children.map((row) => row.id)).toEqual([id]);
});

it.each([
  [
    'category',
    categoryResource,
    '/content/category',
    async () => {
      const cid = await addColumn({ title: '产品', model: 'product', sort: 60 });
      for (const [title, sort] of [['绿茶', 10] as const, ['红茶', 20] as const])
        await add('base.Category/addEditCategory', { title, cid, sort, type: 'product' });
    },
    async () => (await server.data<{ data: Row[] }>('base.Category/getCategoryList', { id: 0 })).data,
  ],
  [
    'navigation entry',
    navResource,
    '/navList',
    async () => {
      const group_id = await add('base.base/addNavGroup', { title: '主导航' });
      for (const [title, sort] of [['绿茶', 10] as const, ['红茶', 20] as const])
        await add('base.base/addNav', { title, group_id, sort, url: '/' });
    },
    async () => (await server.data<{ data: Row[] }>('base.base/getNavList', {})).data,
  ],
])('day B8: a %s that was moved is put back too', async (_name, resource, path, make, list) => {
  await make();
  await openScreens([short(resource)], path);
  await move('绿茶', 'ArrowRight');
  await move('红茶', 'ArrowRight');
  await told('已移动“红茶”');
  await press('撤销');
  await told('已撤销移动');
  expect((await list()).map(({ title }) => title)).toEqual(['绿茶', '红茶']);
});
