import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { dialog, fill, press } from '../support/serverScreens.tsx';

const server = useServer();

/** Opens the form of a new token, with its purpose, while `getRoleList` answers as it is told. */
async function begin(getRoleList: (pass: () => Promise<Response>) => Promise<Response>): Promise<HTMLElement> {
  const { user } = await openConsole(server, '/home');
  const pass = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('getRoleList') ? getRoleList(() => pass(url, init)) : pass(url, init),
  );
  await user.click(await screen.findByRole('button', { name: /^个人中心/ }));
  await user.click(await screen.findByRole('button', { name: /^程序令牌/ }));
  const tokens = await dialog('程序令牌');
  await press('新增令牌', tokens);
  await fill(/^用途/, '快手', tokens);
  return tokens;
}

/** The role is asked for, and no token is made until it is chosen. */
async function chooseAtLast(tokens: HTMLElement): Promise<void> {
  const role = await within(tokens).findByRole('combobox', { name: /^角色/ });
  await within(tokens).findByText('必填');
  expect(await server.data('base.admin/listTokens')).toEqual([]);
  fireEvent.mouseDown(role);
  fireEvent.click(await screen.findByRole('option', { name: '超级管理员' }));
  await press('生成令牌', tokens);
  expect((await within(tokens).findByLabelText<HTMLInputElement>('令牌')).value).toBeTruthy();
  const [{ id } = { id: 0 }] = await server.data<{ id: number }[]>('base.admin/listTokens');
  await server.data('base.admin/revokeToken', { id });
}

it('a super administrator’s token is not made before its role can be chosen', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const tokens = await begin(async (pass) => {
    await mayAnswer;
    return pass();
  });
  await press('生成令牌', tokens);
  await within(tokens).findByText('必填');
  answer();
  await chooseAtLast(tokens);
});

it('a super administrator’s token is not made where the roles could not be loaded; they are asked for again', async () => {
  let isDown = true;
  const fail = vi.fn(async () => new Response('', { status: 500 }));
  const tokens = await begin((pass) => (isDown ? fail() : pass()));
  await waitFor(() => expect(fail).toHaveBeenCalled());
  isDown = false;
  await press('生成令牌', tokens);
  await chooseAtLast(tokens);
});

it('day C5: how often a token may call is no number: it is refused at its field, as it was typed', async () => {
  const tokens = await begin((pass) => pass());
  fireEvent.mouseDown(await within(tokens).findByRole('combobox', { name: /^角色/ }));
  fireEvent.click(await screen.findByRole('option', { name: '超级管理员' }));
  await fill(/^每分钟/, '1,5', tokens);
  await press('生成令牌', tokens);
  const field = within(tokens).getByLabelText<HTMLInputElement>(/^每分钟/);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect([field.value, await server.data('base.admin/listTokens')]).toEqual(['1,5', []]);
});

it('a token that is being made is waited for: closing does not lose it', async () => {
  const tokens = await begin((pass) => pass());
  const pass = fetch;
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('createToken')) await mayAnswer;
    return pass(url, init);
  });
  fireEvent.mouseDown(await within(tokens).findByRole('combobox', { name: /^角色/ }));
  fireEvent.click(await screen.findByRole('option', { name: '超级管理员' }));
  await press('生成令牌', tokens);
  fireEvent.keyDown(tokens, { key: 'Escape' });
  fireEvent.keyDown(tokens, { key: 'Escape' });
  answer();
  expect((await within(await dialog('程序令牌')).findByLabelText<HTMLInputElement>('令牌')).value).toBeTruthy();
});
