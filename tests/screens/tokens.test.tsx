import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { dialog, fill, press } from '../support/serverScreens.tsx';

const server = useServer();

it('a token is not made before its role can be chosen', async () => {
  const { user } = await openConsole(server, '/home');
  const pass = fetch;
  const asked: string[] = [];
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(url);
    if (url.includes('getRoleList')) await mayAnswer;
    return pass(url, init);
  });
  await user.click(await screen.findByRole('button', { name: /^个人中心/ }));
  await user.click(await screen.findByRole('button', { name: /^程序令牌/ }));
  const tokens = await dialog('程序令牌');
  await press('新增令牌', tokens);
  await fill(/^用途/, '快手', tokens);
  await press('生成令牌', tokens);
  answer();
  await within(tokens).findByRole('combobox', { name: /^角色/ });
  await press('生成令牌', tokens);
  await waitFor(() => expect(within(tokens).getAllByText(/必填/)).toHaveLength(1));
  expect(asked.filter((url) => url.includes('createToken'))).toEqual([]);
});
