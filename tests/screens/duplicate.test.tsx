import { screen, waitFor, within } from '@testing-library/react';
import { CloseNotificationContext, useNotificationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { batchUndo } from '../../contract/calls/batch.ts';
import { bulkDuplicate } from '../../contract/calls/bulk.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

const articles: Resource = {
  ...articleResource,
  list: { columns: ['title', 'sort'], filters: [] },
  form: { tabs: { base: { main: ['title'] } } },
};
const row = (id: number, title: string) => ({ id, title, sort: id, status: 1, version: 1 });
const rows = [row(1, '春'), row(2, '夏')];

const open = (path = '', auth = fakeAuth(), list = listing(...rows), beside: ReactNode = null) =>
  show(
    <>
      <Routes>
        <Route path={`${articles.path}/*`} element={<EntityScreen resource={articles} />} />
      </Routes>
      {beside}
    </>,
    {
      provider: fakeProvider({
        getList: list,
        getOne: async () => ({ data: rows[0] as never }),
        getAll: async () => [],
      }),
      path: `${articles.path}${path}`,
      auth,
    },
  );
const answering = (answer: () => unknown) => vi.spyOn(http, 'call').mockImplementation((async () => answer()) as never);

beforeEach(() => features.learn(['list', 'ids', 'version', 'bulk', 'duplicate']));

it('a row is duplicated by one click, and the toast leads to the copy', async () => {
  const call = answering(() => ({ ids: [9] }));
  const { user, toasts } = await open();
  await user.click(await screen.findByRole('button', { name: '复制 春' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('已复制 1 条为草稿'));
  expect(call).toHaveBeenCalledWith(bulkDuplicate, { entity: 'article', ids: [1] });
});

/** Renders what the last notification offers. */
function Offered() {
  const toast = useNotificationContext().notifications.at(-1);
  return (
    <CloseNotificationContext value={() => {}}>
      {toast?.notificationOptions?.action as ReactNode}
    </CloseNotificationContext>
  );
}

it('the copies are undone from the notification, where the back end can', async () => {
  features.learn(['list', 'ids', 'version', 'bulk', 'duplicate', 'batches']);
  const call = answering(() => ({ ids: [9], batch: 'b', done: 1, failed: [], changed: [], next: 0 }));
  const { user, toasts } = await open('', fakeAuth(), listing(...rows), <Offered />);
  await user.click(await screen.findByRole('button', { name: '复制 春' }));
  await screen.findByRole('link', { name: '查看副本' });
  await user.click(screen.getByRole('button', { name: '撤销' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('已撤销 1 条'));
  expect(call).toHaveBeenCalledWith(batchUndo, { batch: 'b', force: [], batch_key: 'b' });
});

it('from its panel a copy is opened at once', async () => {
  answering(() => ({ ids: [9] }));
  const { user, address } = await open('/1');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: '复制 春' }));
  await waitFor(() => expect(address()).toBe('/rTopAdmin/content/article/9'));
});

it('the selected ones are duplicated together, and a refusal names record and field', async () => {
  let isRefused = true;
  const call = answering(() => {
    if (isRefused) throw new CallFailure('invalid', '“夏”不能复制', 200, { id: 2, errors: { title: '此项必填' } });
    return { ids: [8, 9] };
  });
  const { user, toasts } = await open();
  for (const title of ['春', '夏']) await user.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }));
  const bar = await screen.findByRole('toolbar', { name: '所选记录的操作' });
  await user.click(within(bar).getByRole('button', { name: '复制' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('“夏”不能复制 (标题：此项必填)'));
  isRefused = false;
  await user.click(within(bar).getByRole('button', { name: '复制' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('已复制 2 条为草稿'));
  expect(call).toHaveBeenCalledWith(bulkDuplicate, { entity: 'article', ids: [1, 2] });
  expect(screen.queryByRole('toolbar')).toBeNull();
});

it('more than 100 are not sent: a sentence says how many there may be', async () => {
  const call = answering(() => ({ ids: Array.from({ length: 101 }, (_, at) => at + 1) }));
  const { user, toasts } = await open('', fakeAuth(), async () => ({ data: rows as never, total: 101 }));
  const box = (await screen.findByRole('checkbox', { name: '选择本页全部' })) as HTMLInputElement;
  await waitFor(() => expect(box.disabled).toBe(false));
  await user.click(box);
  await user.click(await screen.findByRole('button', { name: /选择全部 101/ }));
  await screen.findByText('已选 101 条');
  call.mockClear();
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '复制' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('一次最多复制 100 条，现在选了 101 条，请分批选择'));
  expect(call).not.toHaveBeenCalled();
});

it.each([
  ['a back end without it', ['list', 'ids', 'bulk'], fakeAuth()],
  ['who may not create', ['list', 'ids', 'bulk', 'duplicate'], fakeAuth({ forbidden: ['create'] })],
])('%s has no button for it', async (_who, extensions, auth) => {
  features.learn(extensions);
  await open('', auth);
  await screen.findByRole('button', { name: '删除 春' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^复制/ })).toBeNull());
});
