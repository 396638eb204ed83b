import { act, screen, waitFor, within } from '@testing-library/react';
import type { RaRecord } from 'ra-core';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { parseOutline } from '../../src/content/parseOutline.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { columnResource } from '../../src/resources/column.tsx';
import { navGroupResource } from '../../src/resources/navGroup.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { obstacleAt, planDrop, type Spot, targetAt } from '../../src/tree/planDrop.ts';
import { fakeProvider, listing, show } from '../support/screen.tsx';

const tree: RaRecord[] = [
  { id: 1, title: '公司', model: 'article', pid: null, sort: 10, group: 1, total: 0, version: 1, children: [] },
  {
    id: 2,
    title: '新闻',
    model: 'article',
    pid: null,
    sort: 20,
    group: 1,
    total: 3,
    version: 1,
    children: [
      { id: 3, title: '动态', model: 'article', pid: 2, sort: 10, group: 1, total: 0, version: 1, children: [] },
      { id: 4, title: '行业', model: 'article', pid: 2, sort: 20, group: 1, total: 0, version: 1, children: [] },
    ],
  },
  { id: 5, title: '联系', model: 'article', pid: null, sort: 30, group: 2, total: 0, version: 1, children: [] },
];
const [company, news, contact] = tree as [RaRecord, RaRecord, RaRecord];
const [, trade] = news.children as [RaRecord, RaRecord];

function drop(id: number, spot: Spot) {
  const plan = planDrop(tree, 'children', id, spot);
  return plan && Object.fromEntries(plan.changes.map(({ record, data }) => [record.id, data]));
}

describe('a record that is dropped', () => {
  it('before another changes its own number alone where there is room', () => {
    expect(drop(5, { parent: null, before: 2 })).toEqual({ 5: { sort: 15 } });
    expect(drop(1, { parent: null, before: 5 })).toEqual({ 1: { sort: 25 } });
  });

  it('into another stands there last, and out of it between others', () => {
    expect(drop(1, { parent: 2, before: null })).toEqual({ 1: { pid: 2, sort: 30 } });
    expect(drop(4, { parent: null, before: 2 })).toEqual({ 4: { pid: null, sort: 15 } });
  });

  it('where it stands already changes nothing', () => {
    expect(drop(3, { parent: 2, before: 4 })).toBeUndefined();
    expect(drop(3, { parent: 2, before: 3 })).toBeUndefined();
    expect(drop(4, { parent: 2, before: null })).toBeUndefined();
  });

  it('does not stand below itself, nor in another tree than its own', () => {
    expect(drop(2, { parent: 3, before: null })).toBeUndefined();
    expect(obstacleAt(tree, 'children', news, { parent: 3, before: null }, [])).toBe('itself');
    expect(obstacleAt(tree, 'children', contact, { parent: 2, before: null }, ['group'])).toBe('apart');
    expect(obstacleAt(tree, 'children', company, { parent: 2, before: null }, ['group'])).toBeUndefined();
  });
});

describe('the place under the pointer', () => {
  const at = (row: RaRecord, isOpen: boolean, down: number, level = 9) =>
    targetAt(tree, 'children', row, isOpen, { down, level });

  it('is before a row at its top, in it in its middle, after it at its end', () => {
    expect(at(contact, true, 0.1)).toEqual({ spot: { parent: null, before: 5 }, edge: 'top', level: 0 });
    expect(at(contact, true, 0.5)).toEqual({ spot: { parent: 5, before: null }, edge: 'within', level: 0 });
    expect(at(company, true, 0.9)).toEqual({ spot: { parent: null, before: 2 }, edge: 'bottom', level: 0 });
  });

  it('is the first below an open row, and after a folded one', () => {
    expect(at(news, true, 0.9)).toEqual({ spot: { parent: 2, before: 3 }, edge: 'bottom', level: 1 });
    expect(at(news, false, 0.9)).toEqual({ spot: { parent: null, before: 5 }, edge: 'bottom', level: 0 });
  });

  it('is of the level that the pointer is indented to after the last row of a branch', () => {
    expect(at(trade, true, 0.9, 1)).toEqual({ spot: { parent: 2, before: null }, edge: 'bottom', level: 1 });
    expect(at(trade, true, 0.9, 0)).toEqual({ spot: { parent: null, before: 5 }, edge: 'bottom', level: 0 });
  });
});

it('an outline takes two spaces, a tab or a wide space as a level, and no level that is left out', () => {
  const levels = parseOutline('产品\n  茶具\n\t盖碗\n\n　茶叶\n新闻\n      动态').map(
    ({ line, title, level, above }) => [...[line, title, level, above]],
  );
  expect(levels).toEqual([
    [1, '产品', 0, undefined],
    [2, '茶具', 1, 0],
    [3, '盖碗', 1, 0],
    [5, '茶叶', 1, 0],
    [6, '新闻', 0, undefined],
    [7, '动态', 1, 4],
  ]);
});

const screenOf = (resource: Resource) => (
  <Routes>
    <Route path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
  </Routes>
);

describe('columns added in a batch', () => {
  async function fill(text: string, refuse: (title: string) => string | undefined) {
    const created: Record<string, unknown>[] = [];
    const provider = fakeProvider({
      getList: listing(...tree),
      getAll: async () => tree,
      create: async (_resource, { data }) => {
        const why = refuse(String(data.title));
        if (why) throw new CallFailure('invalid', '有误', 200, { errors: { title: why } });
        created.push(data as Record<string, unknown>);
        return { data: { ...data, id: 100 + created.length } as never };
      },
    });
    const { user, toasts } = await show(screenOf(columnResource), { provider, path: '/columnList' });
    await user.click(await screen.findByRole('button', { name: '批量添加' }));
    const dialog = await screen.findByRole('dialog', { name: '批量添加栏目' });
    const box = within(dialog).getByLabelText('栏目名称') as HTMLTextAreaElement;
    await user.click(box);
    await user.paste(text);
    const submit = () => user.click(within(dialog).getByRole('button', { name: /^添加 \d 个栏目/ }));
    return { created, dialog, box, user, toasts, submit };
  }

  it('stand below each other as they are indented, after those that are there', async () => {
    const { created, toasts, submit } = await fill('资料\n  白皮书\n案例', () => undefined);
    await submit();
    await waitFor(() => expect(toasts().map(({ message }) => message)).toEqual(['已添加 3 个栏目']));
    expect(created).toEqual([
      { title: '资料', model: 'article', pid: null, sort: 40 },
      { title: '白皮书', model: 'article', pid: 101, sort: 10 },
      { title: '案例', model: 'article', pid: null, sort: 50 },
    ]);
  });

  it('are not lost to Escape once they are typed', async () => {
    const { user, box } = await fill('资料', () => undefined);
    await user.keyboard('{Escape}');
    expect(box.isConnected).toBe(true);
    expect(box.value).toBe('资料');
    await user.clear(box);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('may have one name, and what failed of them is tried again', async () => {
    let refusals = 1;
    const { created, box, dialog, submit } = await fill('分店\n分店\n  地址', () =>
      created.length === 1 && refusals-- > 0 ? '已被使用' : undefined,
    );
    await submit();
    await within(dialog).findByText('第 1 行“分店”：已被使用');
    expect(box.value).toBe('分店\n  地址');
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(created.map(({ title, pid }) => [title, pid])).toEqual([
      ['分店', null],
      ['分店', null],
      ['地址', 102],
    ]);
  });

  it('that failed stay in the box with what they stand below, and find their place when tried again', async () => {
    let isRefused = true;
    const text = '资料\n  白皮书\n    第一卷\n案例';
    const { created, dialog, box, submit } = await fill(text, (title) =>
      isRefused && title === '白皮书' ? '已被使用' : undefined,
    );
    await submit();
    await within(dialog).findByText('第 2 行“白皮书”：已被使用');
    expect(within(dialog).getByText('第 3 行“第一卷”：上级栏目没有添加成功')).toBeDefined();
    expect(box.value).toBe('资料\n  白皮书\n    第一卷');
    isRefused = false;
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(created.map(({ title, pid }) => [title, pid])).toEqual([
      ['资料', null],
      ['案例', null],
      ['白皮书', 101],
      ['第一卷', 103],
    ]);
  });
});

describe('the model of a column', () => {
  const open = async (record: RaRecord) => {
    const provider = fakeProvider({
      getList: listing(...tree),
      getAll: async () => tree,
      getOne: async () => ({ data: record as never }),
    });
    await show(screenOf(columnResource), { provider, path: `/columnList/${record.id}` });
    return within(await screen.findByRole('dialog')).findByRole('combobox', { name: /内容模型/ });
  };

  it('cannot be changed once it holds content, and says why', async () => {
    const input = await open(news);
    expect(input.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('栏目下已有内容，不能更换模型')).toBeDefined();
  });

  it('can be changed while it is empty', async () => {
    const input = await open(company);
    expect(input.getAttribute('aria-disabled')).toBeNull();
    expect(screen.queryByText('栏目下已有内容，不能更换模型')).toBeNull();
  });
});

it('deleting a column says at once what hangs on it, and takes one dialog', async () => {
  const remove = vi.fn(async () => ({ data: { id: 1 } as never }));
  const columns = [company, news, { ...trade, total: 2 }, contact];
  const provider = fakeProvider({ getList: listing(...tree), getAll: async () => columns, delete: remove });
  const { user } = await show(screenOf(columnResource), { provider, path: '/columnList' });
  await user.click(await screen.findByRole('button', { name: '删除 新闻' }));
  const dialog = await screen.findByRole('dialog', { name: '“新闻”下面还有：' });
  within(dialog).getByText('栏目 1 个');
  within(dialog).getByText('文章 5 个');
  await user.click(within(dialog).getByRole('button', { name: '全部移到回收站' }));
  expect(remove).toHaveBeenCalledExactlyOnceWith('column', expect.objectContaining({ meta: { cascade: 1 } }));
});

it('a double click deletes once, and says so', async () => {
  const gate = Promise.withResolvers<void>();
  const remove = vi.fn(async () => {
    await gate.promise;
    return { data: { id: 2 } as never };
  });
  const provider = fakeProvider({ getList: listing(...tree), getAll: async () => tree, delete: remove });
  const { user, toasts } = await show(screenOf(columnResource), { provider, path: '/columnList' });
  await user.click(await screen.findByRole('button', { name: '删除 新闻' }));
  const button = await screen.findByRole('button', { name: '全部移到回收站' });
  // Both before React has rendered the button as busy.
  act(() => {
    button.click();
    button.click();
  });
  gate.resolve();
  await waitFor(() => expect(toasts()).toMatchObject([{ message: '已删除' }]));
  expect(remove).toHaveBeenCalledOnce();
});

it('a record that others refer to says how many of which, with a link to them, and offers no deletion', async () => {
  const provider = fakeProvider({
    getList: listing({ id: 7, title: '顶部导航', ident: 'head', sort: 0 }),
    delete: async () => {
      throw new CallFailure('refused', '仍有其他记录引用它，不能删除', 200, { holds: { nav: 6 } });
    },
  });
  const { user, toasts } = await show(screenOf(navGroupResource), { provider, path: '/navList/group' });
  await user.click(await screen.findByRole('button', { name: '删除 顶部导航' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }));
  const dialog = await screen.findByRole('dialog', { name: '“顶部导航”还不能删除' });
  const link = within(dialog).getByRole('link', { name: '导航 6 个' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/rTopAdmin/navList?filter={"group_id":7}');
  expect(within(dialog).queryByRole('button', { name: '删除' })).toBeNull();
  expect(toasts()).toEqual([]);
});
