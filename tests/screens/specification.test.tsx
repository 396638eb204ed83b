import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Reply, useReplies } from '../support/consoleOnReplies.tsx';

/** Before back ends that speak only what console.md states, each in its own way. */
const open = useReplies();
const admin = { 'base.admin/getAdminInfo': { data: { username: 'admin' } } };
const columns = (...ids: number[]) => ({ data: ids.map((id) => ({ id: `${id}`, title: `栏目 ${id}` })) });
const button = (name: string) => screen.findByRole('button', { name });

describe('a single page', () => {
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ });
  const at = (col_id: number) => `/content/single?filter=${JSON.stringify({ col_id })}`;
  const pages = (record: Reply) => ({
    ...admin,
    'base.content/getContentTopMenu': columns(4),
    'base.content/getContentList': record,
  });
  const saved = (sent: { call: string; params: object }[]) =>
    sent.find(({ call }) => call.endsWith('editSingle'))?.params;

  it.each([
    ['itself', { id: '9', title: '关于' }],
    ['in a list', [{ id: '9', title: '关于' }]],
    ['in a page', { data: [{ id: '9', title: '关于' }], total: '1' }],
    [
      'among those of all columns',
      [
        { id: '8', col_id: '3', title: '别的' },
        { id: '9', col_id: '4', title: '关于' },
      ],
    ],
  ])('specification D1: is filled by the record that came %s, also without its column', async (_how, data) => {
    const { user, sent } = await open(at(4), pages({ data }));
    expect((await title()).value).toBe('关于');
    await user.type(await title(), '我们');
    await user.click(await button('保存'));
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '9', title: '关于我们' }));
  });

  it.each([
    ['an empty list', []],
    ['null', null],
    ['an empty page', { data: [], total: '0' }],
  ])('specification D1: of a column whose record is %s is filled, and saved for its column', async (_what, data) => {
    let record: unknown = data;
    const { user, sent } = await open(at(4), {
      ...pages({}),
      'base.content/getContentList': () => ({ data: record }),
      'base.content/editSingle': ({ title }) => {
        record = { id: '9', title };
        return {};
      },
    });
    await user.type(await title(), '新写的');
    await user.click(await button('保存'));
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '0', col_id: '4', title: '新写的' }));
    // From now on it has its id.
    await waitFor(() => expect(document.querySelector('[name="subtitle"]')).not.toBeNull());
    await waitFor(async () => expect((await title()).value).toBe('新写的'));
    sent.length = 0;
    await user.type(await title(), '了');
    await user.click(await button('保存'));
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '9', title: '新写的了' }));
  });
});
