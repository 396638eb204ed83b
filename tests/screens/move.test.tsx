import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RaRecord } from 'ra-core';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { columnResource } from '../../src/resources/column.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { type Move, planMove } from '../../src/tree/planMove.ts';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

/** Makes siblings with the ids 1, 2, 3 … and these values of `sort`. */
const siblings = (...sorts: number[]): RaRecord[] =>
  sorts.map((sort, i) => ({ id: i + 1, title: `第 ${i + 1} 个`, pid: null, sort, version: 1, children: [] }));

/** The fields that a move changes, by record id; undefined if the record cannot be moved there. */
function changesOf(roots: RaRecord[], id: number, move: Move) {
  const plan = planMove(roots, 'children', id, move);
  return plan && Object.fromEntries(plan.changes.map(({ record, data }) => [record.id, data]));
}

/** The ids in the order that a back end shows after the changes. Records with equal numbers keep their order. */
function orderAfter(roots: RaRecord[], id: number, move: Move): unknown[] {
  const changes = changesOf(roots, id, move) ?? {};
  const sortOf = (record: RaRecord) => changes[record.id]?.sort ?? record.sort;
  return roots.toSorted((one, other) => sortOf(one) - sortOf(other)).map((record) => record.id);
}

describe('numbers for a moved record', () => {
  it('change only its own where there is room among the others', () => {
    expect(changesOf(siblings(10, 20, 30), 3, 'up')).toEqual({ 3: { sort: 15 } });
    expect(changesOf(siblings(10, 20, 30), 1, 'down')).toEqual({ 1: { sort: 25 } });
    expect(changesOf(siblings(10, 20, 30), 2, 'down')).toEqual({ 2: { sort: 40 } });
  });

  it('change as few as can be where all are equal', () => {
    expect(changesOf(siblings(255, 255, 255, 255, 255), 2, 'up')).toEqual({ 2: { sort: 245 } });
    expect(changesOf(siblings(255, 255, 255, 255, 255), 4, 'down')).toEqual({ 4: { sort: 265 } });
    expect(changesOf(siblings(255, 255, 255, 255, 255), 2, 'down')).toEqual({
      2: { sort: 265 },
      4: { sort: 275 },
      5: { sort: 285 },
    });
  });

  it('never go below 0', () => {
    expect(changesOf(siblings(0, 0, 0), 3, 'up')).toEqual({ 3: { sort: 10 }, 2: { sort: 20 } });
    expect(changesOf(siblings(0, 1, 2), 2, 'up')).toEqual({ 2: { sort: 0 }, 1: { sort: 1 } });
  });

  it.each([
    [[255, 255, 255, 255, 255, 255]],
    [[0, 0, 0, 0, 0, 0]],
    [[0, 1, 2, 3, 4, 5]],
    [[3, 3, 7, 7, 7, 9]],
    [[1, 1, 2, 2, 300, 300]],
  ])('bring %j into each order that is asked for', (sorts) => {
    const roots = siblings(...sorts);
    for (let at = 0; at < roots.length; at++) {
      const ids = roots.map(({ id }) => id);
      const [id] = ids.splice(at, 1);
      if (at > 0) expect(orderAfter(roots, at + 1, 'up')).toEqual(ids.toSpliced(at - 1, 0, id ?? 0));
      if (at < roots.length - 1) expect(orderAfter(roots, at + 1, 'down')).toEqual(ids.toSpliced(at + 1, 0, id ?? 0));
    }
  });
});

const tree: RaRecord[] = [
  { id: 1, title: '公司', pid: null, sort: 255, version: 3, children: [] },
  {
    id: 2,
    title: '新闻',
    pid: null,
    sort: 255,
    version: 5,
    children: [
      { id: 3, title: '动态', pid: 2, sort: 255, version: 1, children: [] },
      { id: 4, title: '行业', pid: 2, sort: 255, version: 1, children: [] },
    ],
  },
  { id: 5, title: '联系', pid: null, sort: 255, version: 2, children: [] },
];

describe('a move in a tree', () => {
  it('under the sibling above makes it the last child there, after the others', () => {
    expect(changesOf(tree, 5, 'in')).toEqual({ 5: { pid: 2, sort: 265 } });
    expect(changesOf(tree, 2, 'in')).toEqual({ 2: { pid: 1 } });
  });

  it('one level out puts it right after its parent', () => {
    expect(changesOf(tree, 3, 'out')).toMatchObject({ 3: { pid: null } });
    expect(planMove(tree, 'children', 3, 'out')).toMatchObject({ parent: undefined, at: 3, of: 4 });
  });

  it('is not there where there is nowhere to go', () => {
    const none = [
      [1, 'up'],
      [5, 'down'],
      [1, 'in'],
      [3, 'in'],
      [5, 'out'],
      [9, 'up'],
    ] as const;
    for (const [id, move] of none) expect(changesOf(tree, id, move)).toBeUndefined();
  });
});

interface UploadResult {
  id: unknown;
  data: RaRecord;
  previousData: RaRecord;
}

/** Opens the column tree with a back end that keeps every change, or refuses those after the first `after`. */
async function open({
  refused,
  after = 0,
  forbidden = [],
}: {
  refused?: Error;
  after?: number;
  forbidden?: string[];
} = {}) {
  const sent: UploadResult[] = [];
  const rows = structuredClone(tree);
  const all = (from: RaRecord[]): RaRecord[] => from.flatMap((row) => [row, ...all(row.children)]);
  const provider = fakeProvider({
    getList: async () => {
      const flat = all(rows).map((row) => ({ ...row, ...sent.findLast(({ id }) => id === row.id)?.data }));
      const below = (pid: unknown): RaRecord[] =>
        flat
          .filter((row) => row.pid === pid)
          .toSorted((one, other) => one.sort - other.sort)
          .map((row) => ({ ...row, children: below(row.id) }));
      return { data: below(null) as never, total: 3 };
    },
    update: async (_resource, params) => {
      if (refused && sent.length >= after) throw refused;
      sent.push(params as never);
      return { data: params.data as never };
    },
  });
  const screens = (
    <Routes>
      <Route path={`${columnResource.path}/*`} element={<EntityScreen resource={columnResource} />} />
    </Routes>
  );
  const shown = await show(screens, { provider, auth: fakeAuth({ forbidden }), path: columnResource.path });
  await screen.findByRole('link', { name: '公司' });
  const names = () =>
    screen.getAllByRole('link', { name: /^(公司|新闻|动态|行业|联系)$/ }).map((each) => each.textContent);
  return { ...shown, sent, names };
}

const focus = (name: string) => act(() => screen.getByRole('link', { name }).focus());
const said = () => screen.getAllByRole('status').map((each) => each.textContent);

describe('the tree', () => {
  it('moves the row whose link has the focus by Alt and an arrow, keeps the focus there and says where it stands', async () => {
    const { user, sent, names } = await open();
    focus('联系');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['公司', '联系', '新闻', '动态', '行业']));
    expect(sent.map(({ id, previousData }) => [id, previousData.version])).toEqual([
      [5, 2],
      [2, 5],
    ]);
    expect(document.activeElement?.textContent).toBe('联系');
    await waitFor(() => expect(said()).toContain('“联系”现在是第一级的第 2 个，共 3 个'));
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['公司', '联系', '新闻', '动态', '行业']));
    await waitFor(() => expect(said()).toContain('“联系”现在是“公司”下的第 1 个，共 1 个'));
    expect(document.activeElement?.textContent).toBe('联系');
  });

  it('moves on from where the move before has led, however fast the keys come', async () => {
    const { user, sent, names } = await open();
    focus('联系');
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowDown}{ArrowRight}{/Alt}');
    await waitFor(() => expect(said()).toContain('“联系”现在是“公司”下的第 1 个，共 1 个'));
    expect(names()).toEqual(['公司', '联系', '新闻', '动态', '行业']);
    expect(sent.at(-1)).toMatchObject({ id: 5, data: { pid: 1 } });
  });

  it('offers the same as a menu, and only where it goes somewhere', async () => {
    const { names } = await open();
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    await user.click(screen.getByRole('button', { name: '移动 公司' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-disabled') === 'true'])).toEqual([
      ['上移Alt ↑', true],
      ['下移Alt ↓', false],
      ['移入上一栏目Alt →', true],
      ['移出一级Alt ←', true],
    ]);
    await user.click(screen.getByRole('menuitem', { name: /下移/ }));
    await waitFor(() => expect(names()).toEqual(['新闻', '动态', '行业', '公司', '联系']));
    // The focus is back on the button, where the menu's shortcuts work too.
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['公司', '新闻', '动态', '行业', '联系']));
  });

  it('says why a row stays where it is', async () => {
    const { user, sent } = await open();
    focus('公司');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(said()).toContain('已经是同级的第一个'));
    expect(sent).toEqual([]);
  });

  it('says why a move is refused', async () => {
    const refused = new CallFailure('invalid', '不能移到这里', 200);
    const { user, toasts } = await open({ refused });
    focus('联系');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '不能移到这里', type: 'error' }]));
  });

  it('says what is saved and what is not where a move is refused halfway', async () => {
    const refused = new CallFailure('stale', '已被他人修改', 200);
    const { user, toasts } = await open({ refused, after: 1 });
    focus('联系');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() =>
      expect(toasts()).toMatchObject([{ message: '只移动了一半：“联系”已保存，“新闻”没有。已被他人修改' }]),
    );
  });

  it('moves nothing for a role that may not edit', async () => {
    const { user, sent } = await open({ forbidden: ['edit'] });
    expect(screen.queryByRole('button', { name: '移动 公司' })).toBeNull();
    focus('公司');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(sent).toEqual([]);
  });
});
