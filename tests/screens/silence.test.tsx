import { screen, waitFor, within } from '@testing-library/react';
import { type DataProvider, Form, ResourceContextProvider } from 'ra-core';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { AgreementPage } from '../../src/config/AgreementPage.tsx';
import { SendMail } from '../../src/config/sendTests.tsx';
import type { Resource } from '../../src/declaration/resource.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { configGroupResource } from '../../src/resources/configGroup.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

const refusal = async () => {
  throw new CallFailure('refused', '现在不可以', 200);
};
const row = { id: 1, version: 1, title: '第一条', sort: 5, is_top: 0, is_recommend: 0, status: 1, views: 0 };

/** The list of a resource; its default filter would ask for columns, which are none of this test's. */
async function open(shown: Resource, methods: Partial<ConsoleProvider>) {
  vi.spyOn(http, 'call').mockImplementation((async () => []) as unknown as typeof http.call);
  const provider = fakeProvider({
    getList: listing(row) as DataProvider['getList'],
    getAll: async () => [],
    getMany: async () => ({ data: [] }),
    ...methods,
  });
  const path = `${shown.path}?filter=${encodeURIComponent('{}')}`;
  const screenOfIt = (
    <Routes>
      <Route path={`${shown.path}/*`} element={<EntityScreen resource={shown} />} />
    </Routes>
  );
  return show(screenOfIt, { provider, path });
}

describe('C4: a refusal', () => {
  it.each([
    ['ignores it as the form of an article does', articleResource, []],
    ['tells of it where the form does', productResource, ['现在不可以']],
  ])('of a switch in a row %s', async (_what, shown, said) => {
    const update = vi.fn(refusal);
    const { user, toasts } = await open(shown, { update: update as never });
    const line = (await screen.findByRole('link', { name: '第一条' })).closest('tr') as HTMLElement;
    const [first] = await within(line).findAllByRole('switch');
    if (!first) throw new Error('there is no switch');
    await user.click(first);
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(toasts().map(({ message }) => message)).toEqual(said));
    // It shows what is still so.
    await waitFor(() => expect((first as HTMLInputElement).checked).toBe(false));
  });

  it('of a deletion or an order makes no toast in the screens of the configuration', async () => {
    features.learn(['list', 'ids', 'version', 'config']);
    const [update, remove] = [vi.fn(refusal), vi.fn(refusal)];
    const { user, toasts } = await open(configGroupResource, { update: update as never, delete: remove as never });
    const order = await screen.findByDisplayValue('5');
    await user.clear(order);
    await user.type(order, '7{Enter}');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    await user.click(await screen.findByRole('button', { name: '删除 第一条' }));
    await user.click(await screen.findByRole('button', { name: '删除' }));
    await waitFor(() => expect(remove).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual([]);
  });

  it('of a new group makes none either, and stands at its field', async () => {
    const create = vi.fn(async () => {
      throw new CallFailure('invalid', '提交的内容有误', 200, { errors: { title: '已被使用' } });
    });
    const { user, toasts } = await open(configGroupResource, { create: create as never });
    const [add] = await screen.findAllByRole('link', { name: /^新增/ });
    if (!add) throw new Error('there is no button');
    await user.click(add);
    await user.type(await screen.findByRole('textbox', { name: /名称/ }), '站点');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('已被使用');
    create.mockImplementation(refusal);
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
    expect(toasts()).toEqual([]);
  });

  it('of a test message stands beside its field', async () => {
    features.learn(['config']);
    const form = (
      <ResourceContextProvider value="system_config">
        <Form>
          <SendMail />
        </Form>
      </ResourceContextProvider>
    );
    const { user, toasts } = await show(form, { auth: fakeAuth({ rules: ['base.Config/testMail'] }) });
    vi.spyOn(http, 'call').mockImplementation(refusal as typeof http.call);
    await user.type(await screen.findByRole('textbox'), 'a@example.com{Enter}');
    await screen.findByText('现在不可以');
    expect(toasts()).toEqual([]);
  });

  it('of the user agreement, which is saved as configuration, makes none', async () => {
    features.learn(['list', 'version', 'config']);
    const item = { en_name: 'agreement_title', zh_name: '标题', type: 'text', value: '条款', version: 1 };
    const call = vi.spyOn(http, 'call');
    call.mockImplementation((async ({ path }: Call) =>
      path === 'base.Config/saveConfig' ? refusal() : [item]) as unknown as typeof http.call);
    const { user, toasts } = await show(<AgreementPage />);
    await user.type(await screen.findByRole('textbox', { name: /标题/ }), '二');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(call.mock.calls.some(([{ path }]) => path === 'base.Config/saveConfig')).toBe(true));
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false));
    expect(toasts()).toEqual([]);
  });
});
