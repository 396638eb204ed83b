import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { dialog, fill, press } from '../support/serverScreens.tsx';

const server = useServer();

/** Opens the form of a new token, with its purpose, while `getRoleList` answers as it is told. @returns the dialog, and the calls made */
async function begin(getRoleList: (pass: () => Promise<Response>) => Promise<Response>) {
  const { user } = await openConsole(server, '/home');
  const pass = fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url);
    return url.includes('getRoleList') ? getRoleList(() => pass(url, init)) : pass(url, init);
  });
  await user.click(await screen.findByRole('button', { name: /^个人中心/ }));
  await user.click(await screen.findByRole('button', { name: /^程序令牌/ }));
  const tokens = await dialog('程序令牌');
  await press('新增令牌', tokens);
  await fill(/^用途/, '快手', tokens);
  return { tokens, asked };
}

/** The role is asked for, and no token was made. */
async function expectRoleFirst({ tokens, asked }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  await within(tokens).findByRole('combobox', { name: /^角色/ });
  await press('生成令牌', tokens);
  await waitFor(() => expect(within(tokens).getAllByText(/必填/)).toHaveLength(1));
  expect(asked.filter((url) => url.includes('createToken'))).toEqual([]);
}

it('a token is not made before its role can be chosen', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const begun = await begin(async (pass) => {
    await mayAnswer;
    return pass();
  });
  await press('生成令牌', begun.tokens);
  answer();
  await expectRoleFirst(begun);
});

it('a token is not made where the roles could not be loaded; they are asked for again', async () => {
  let isDown = true;
  const begun = await begin((pass) => (isDown ? Promise.resolve(new Response('', { status: 500 })) : pass()));
  await press('生成令牌', begun.tokens);
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0));
  isDown = false;
  await press('生成令牌', begun.tokens);
  await expectRoleFirst(begun);
});
