import { screen, waitFor, within } from '@testing-library/react';
import { CloseNotificationContext, RecordContextProvider, useNotificationContext } from 'ra-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { batchRead, batchUndo } from '../../contract/calls/batch.ts';
import { bulkEdit } from '../../contract/calls/bulk.ts';
import { useOfferUndo } from '../../src/bulk/useOfferUndo.tsx';
import { editing } from '../../src/delete/steps.ts';
import { OperationDetail } from '../../src/logs/OperationDetail.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { operationLogResource } from '../../src/resources/operationLog.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeProvider, show } from '../support/screen.tsx';

const changed = (key: number, title: string, more = {}) => ({
  key,
  entity: 'article',
  id: key + 100,
  title,
  username: '小满',
  time: '2026-11-20T01:02:03Z',
  is_deleted: 0,
  ...more,
});
const found = {
  ready: 120,
  undone: 3,
  gone: 2,
  changed: [changed(9, '春茶'), changed(8, '绿茶'), changed(7, '白茶', { is_deleted: 1 })],
};
const answering = (...replies: object[]) =>
  vi
    .spyOn(http, 'call')
    .mockImplementation((async ({ path }: Call) =>
      path === batchRead.path ? found : (replies.shift() ?? { done: 0, failed: [], changed: [], next: 0 })) as never);
const undone = (spy: ReturnType<typeof answering>) =>
  spy.mock.calls.flatMap(([call, params]) => (call === batchUndo ? [params as Record<string, unknown>] : []));

const openDetail = (batch: string) =>
  show(
    <RecordContextProvider value={{ id: 1, title: '批量编辑', path: bulkEdit.path, target: '', batch }}>
      <OperationDetail resource={operationLogResource} />
    </RecordContextProvider>,
    { provider: fakeProvider({}) },
  );
const button = () => screen.queryByRole('button', { name: '撤销这批修改' });

beforeEach(() => features.learn(['list', 'bulk', 'versions', 'batches']));

describe('An operation that belongs to a batch', () => {
  it('offers to undo it, says how many, and leaves alone what has changed since unless it is ticked', async () => {
    const call = answering(
      { done: 99, failed: [], changed: [changed(8, '绿茶')], next: 5 },
      { done: 22, failed: [{ entity: 'article', id: 4, title: '红茶', msg: '缺少发布权限' }], changed: [], next: 0 },
    );
    const { user } = await openDetail('b1');
    await user.click(button() as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: '撤销这批修改？' });
    for (const text of [/^120 条会恢复到/, /^3 条已经是/, /^2 条已彻底删除/, /^3 条之后又被修改/])
      expect(within(dialog).getByText(text)).toBeDefined();
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /白茶.*已在回收站/ }).disabled).toBe(true);
    await user.click(within(dialog).getByRole('checkbox', { name: /春茶.*小满/ }));
    await user.click(within(dialog).getByRole('button', { name: '撤销这批修改' }));
    expect(await within(dialog).findByText('成功 121 条，失败 1 条。')).toBeDefined();
    expect(within(dialog).getByText('红茶 (#4)')).toBeDefined();
    expect(within(dialog).queryByText(/绿茶/)).toBeNull();
    const [first, second, ...more] = undone(call);
    expect([first, second]).toMatchObject([
      { batch: 'b1', force: [9] },
      { batch: 'b1', force: [], before: 5, batch_key: first?.batch_key },
    ]);
    expect([first?.before, more]).toEqual([undefined, []]);
  });

  it('names what somebody changed while it was undone', async () => {
    answering({ done: 1, failed: [], changed: [changed(3, '黑茶')], next: 0 });
    const { user } = await openDetail('b1');
    await user.click(button() as HTMLElement);
    await user.click(await screen.findByRole('checkbox', { name: '全部勾选' }));
    await user.click(screen.getByRole('button', { name: '撤销这批修改' }));
    expect(await screen.findByText('黑茶 (#103)')).toBeDefined();
    expect(screen.getByText('刚刚又被修改，没有撤销')).toBeDefined();
  });

  it('offers nothing where there is no batch, nor before a back end that cannot undo', async () => {
    await openDetail('');
    expect(button()).toBeNull();
    features.learn(['list', 'bulk', 'versions']);
    await openDetail('b1');
    expect(button()).toBeNull();
  });
});

function Offer({ batch }: { batch: string }) {
  const offer = useOfferUndo();
  const [toast] = useNotificationContext().notifications;
  return (
    <CloseNotificationContext value={() => {}}>
      <button type="button" onClick={() => offer('bulk.edited', { n: 2 }, batch)}>
        done
      </button>
      {toast?.notificationOptions?.action}
    </CloseNotificationContext>
  );
}

it('a notification undoes a batch in its steps, and says how many were left', async () => {
  const call = answering(
    { done: 100, failed: [], changed: [], next: 7 },
    { done: 4, failed: [], changed: [changed(2, '普洱')], next: 0 },
  );
  const { user, toasts } = await show(<Offer batch="b2" />);
  await user.click(screen.getByRole('button', { name: 'done' }));
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toMatch(/^104 条已撤销，1 条没有/));
  expect(undone(call).map(({ before }) => before)).toEqual([undefined, 7]);
});

it('and says how many are undone', async () => {
  answering({ done: 2, failed: [], changed: [], next: 0 });
  const { user, toasts } = await show(<Offer batch="b3" />);
  await user.click(screen.getByRole('button', { name: 'done' }));
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('已撤销 2 条'));
});

it('the steps of one bulk edit are one batch, where the back end knows it', async () => {
  const call = answering();
  const { take } = editing(articleResource, { sort: 1 }, fakeProvider({}));
  await take([1], 'key');
  features.learn(['list', 'bulk']);
  await take([2], 'key');
  expect(call.mock.calls.map(([, params]) => (params as { batch_key?: string }).batch_key)).toEqual(['key', undefined]);
});
