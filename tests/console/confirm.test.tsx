import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/app/queries.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { openConsole } from '../support/consoleOnServer.tsx';
import { type TestAdmin, useServer } from '../support/server.ts';
import { fill, press, told } from '../support/serverScreens.tsx';

const server = useServer();
let admin: TestAdmin;
let made = 0;

beforeAll(async () => {
  admin = await server.makeAdmin(1);
});

/** Opens the console as a super administrator who signed in more than ten minutes ago. */
async function open(path: string, answers = {}) {
  const token = await server.signIn(admin.username, admin.password);
  await endConfirmation(server, token);
  return openConsole(server, path, { token, answers });
}
const dialog = () => screen.findByRole('dialog', { name: '确认是您本人' });
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '确认是您本人' })).toBeNull());
const password = async () => within(await dialog()).findByLabelText<HTMLInputElement>(/当前密码/);
const confirm = async () => {
  fireEvent.change(await password(), { target: { value: admin.password } });
  await press('确认', await dialog());
};
/** Changes the name in a role's form and saves, until the confirmation dialog is shown. */
async function saveRole(title: string): Promise<void> {
  await fill('角色名称 *', title);
  await press('保存');
  await dialog();
}
const titles = async () => (await server.data<{ title: string }[]>('base.admin/getRoleList')).map(({ title }) => title);

it('a role that is saved late asks who it is, says a wrong password at its field, and goes on after the right one', async () => {
  const { user, goTo } = await open(`/authGroup/${await server.makeRole([])}`);
  const sendRequest = vi.spyOn(globalThis, 'fetch');
  const sent = () =>
    sendRequest.mock.calls.flatMap(([url, init]) =>
      String(url).endsWith('edit_role') ? [new Headers(init?.headers).get('idempotency-key')] : [],
    );
  const title = `编辑组 ${++made}`;
  await saveRole(title);
  expect((await dialog()).textContent).toMatch(/“编辑角色”前需要再次验证.*10 分钟/);
  expect((await password()).autocomplete).toBe('current-password');
  expect(within(await dialog()).queryByLabelText('验证码')).toBeNull();
  // The password has the focus without a click.
  await waitFor(async () => expect(document.activeElement).toBe(await password()));
  await user.paste('not-the-word-77');
  await user.keyboard('{Enter}');
  await within(await dialog()).findByText('原密码错误');
  expect(await titles()).not.toContain(title);
  // The wrong password is selected, so typing replaces it.
  await user.paste(admin.password);
  await user.keyboard('{Enter}');
  await told('保存成功');
  await isGone();
  expect(await titles()).toContain(title);
  expect(sent()).toHaveLength(2);
  expect(sent()[0]).toBeTruthy();
  expect(sent()[0]).toBe(sent()[1]);

  // Within ten minutes nothing is asked again.
  await goTo(`/authGroup/${await server.makeRole([])}`);
  const next = `编辑组 ${++made}`;
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>('角色名称 *')).value).not.toBe(title),
  );
  await fill('角色名称 *', next);
  await press('保存');
  await expect.poll(titles).toContain(next);
  expect(screen.queryByRole('dialog', { name: '确认是您本人' })).toBeNull();
});

it('over another dialog it asks once for all that wait, and what is deleted for good is gone', async () => {
  for (let n = 0; n < 2; n++) {
    const { id } = await server.data('base.User/userAddEdit', { username: `purged-${++made}` });
    await server.data('base.User/UserDelete', { id });
  }
  await open('/recycle');
  fireEvent.click((await screen.findAllByRole('checkbox', { name: /purged/ }))[0] as HTMLElement);
  await press('彻底删除', await screen.findByRole('toolbar'));
  await press('彻底删除', await screen.findByRole('dialog', { name: /彻底删除/ }));
  await confirm();
  await isGone();
  await expect
    .poll(async () => (await server.data<{ total: number }>('base.Recycle/list', { entity: 'user' })).total)
    .toBe(1);
});

it('when the session ends meanwhile, its sign-in comes first and is the confirmation', async () => {
  // `checkLogin` is stubbed so that the confirmed call is the first to learn that the session has ended.
  const { user } = await open(`/authGroup/${await server.makeRole([])}`, { 'auth.auth/checkLogin': null });
  const title = `编辑组 ${++made}`;
  await saveRole(title);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await server.database.db.deleteFrom('session').where('admin_id', '=', admin.id).execute();
  await confirm();
  const name = await screen.findByPlaceholderText('登录账户');
  fireEvent.change(name, { target: { value: admin.username } });
  await isGone();
  const again = screen.getByPlaceholderText('登录密码');
  fireEvent.change(again, { target: { value: admin.password } });
  await user.type(again, '{Enter}');
  await told('保存成功');
  expect(await titles()).toContain(title);
});
