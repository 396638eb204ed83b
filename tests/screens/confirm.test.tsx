import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBackup, downloadBackup } from '../../contract/calls/backup.ts';
import { recyclePurge } from '../../contract/calls/recycle.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import { ConfirmIdentity, untilConfirmed } from '../../src/account/ConfirmIdentity.tsx';
import { features, http, session } from '../../src/services/services.ts';
import { fakeAuth, show } from '../support/screen.tsx';

type Answer = { status?: number; code?: number; msg?: string; data?: unknown };

interface Options {
  extensions?: string[];
  totp?: boolean;
  /** To one confirmation after the other. */
  answers?: Answer[];
}

/** A back end that wants a confirmation for every call until it got one; what is sent to it is kept as `path form`. */
async function open({ extensions = ['confirm', 'idempotency'], totp = false, answers = [] }: Options = {}) {
  features.learn(extensions);
  onTestFinished(() => localStorage.clear());
  const sent: string[] = [];
  const keys: (string | undefined)[] = [];
  let isConfirmed = false;
  const reply = (path: string, form: unknown, key?: string): Answer => {
    sent.push(form ? `${path} ${form}` : path);
    if (path === 'auth.auth/confirm') {
      const answer = answers.shift() ?? {};
      isConfirmed = (answer.code ?? 1) === 1;
      return answer;
    }
    keys.push(key);
    return isConfirmed ? { data: { id: 7 } } : { code: 428, msg: '请再次输入密码' };
  };
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    const { status = 200, ...answer } = reply(
      url.replace('/api/', ''),
      body,
      (headers as Record<string, string>)['Idempotency-Key'],
    );
    const type = { 'content-type': 'application/json' };
    return new Response(JSON.stringify({ code: 1, msg: '', data: null, ...answer }), { status, headers: type });
  });
  const auth = { ...fakeAuth(), getIdentity: async () => ({ id: 1, username: 'admin', totp }) };
  const shown = await show(<ConfirmIdentity />, { auth });
  return { ...shown, sent, keys };
}
const dialog = () => screen.findByRole('dialog', { name: '确认是您本人' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const confirmButton = () => screen.getByRole('button', { name: '确认' });

it('calls that wait share one dialog, and each is repeated under its own key', async () => {
  const { user, sent, keys } = await open();
  const made = Promise.all([http.call(createBackup, {}), http.call(recyclePurge, { entity: 'user', ids: [1] })]);
  expect((await dialog()).textContent).toContain('“立即备份”前需要再次验证');
  await user.type(screen.getByLabelText(/当前密码/), 'my password{Enter}');
  expect((await made)[0]).toEqual({ id: 7 });
  expect(sent.filter((each) => each.startsWith('auth.auth/confirm'))).toEqual([
    'auth.auth/confirm password=my%20password',
  ]);
  expect(sent).toHaveLength(5);
  expect(keys.slice(2).toSorted()).toEqual(keys.slice(0, 2).toSorted());
  expect(new Set(keys).size).toBe(2);
  await noDialog();
});

it('the code is asked for where the second factor is on, and both are needed', async () => {
  const { user, sent } = await open({ totp: true });
  const made = http.call(createBackup, {});
  await dialog();
  await user.click(confirmButton());
  expect(await screen.findAllByText('此项为必填项')).toHaveLength(2);
  await user.type(screen.getByLabelText(/当前密码/), 'my password');
  await user.type(screen.getByLabelText(/验证码或恢复码/), ' abcde-fghjk ');
  await user.click(confirmButton());
  await made;
  expect(sent[1]).toBe('auth.auth/confirm password=my%20password&code=abcde-fghjk');
});

it.each<[string, Answer, string]>([
  ['a wrong password', { code: 0, msg: '有误', data: { errors: { password: '原密码错误' } } }, '原密码错误'],
  ['a factor that is on since', { code: 0, msg: '有误', data: { errors: { code: '请输入验证码' } } }, '请输入验证码'],
  ['too many attempts', { status: 429, code: 429, msg: '请在 5 分钟后重试' }, '请在 5 分钟后重试'],
])('%s stands at its field, and what was typed stays', async (_what, answer, message) => {
  const { user, toasts } = await open({ answers: [answer] });
  const made = http.call(createBackup, {});
  await dialog();
  await user.type(screen.getByLabelText(/当前密码/), 'my password{Enter}');
  await screen.findByText(message);
  expect(screen.getByLabelText(/当前密码/)).toHaveProperty('value', 'my password');
  expect(toasts()).toEqual([]);
  const code = screen.queryByLabelText(/验证码或恢复码/);
  if (code) await user.type(code, '123456');
  await user.click(confirmButton());
  await made;
});

it('who cancels ends the waiting of all calls, which say so', async () => {
  const { user, sent } = await open();
  const all = Promise.allSettled([http.call(createBackup, {}), http.call(recyclePurge, { entity: 'user', ids: [1] })]);
  await dialog();
  await user.click(screen.getByRole('button', { name: '取消' }));
  const failure = { reason: { kind: 'unconfirmed', sentence: 'confirmIdentity.cancelled' } };
  expect(await all).toMatchObject([failure, failure]);
  expect(sent).toHaveLength(2);
  await noDialog();
});

it('a file that is downloaded waits too', async () => {
  const { user } = await open();
  const file = http.download(downloadBackup, { id: 1 });
  await dialog();
  await user.type(screen.getByLabelText(/当前密码/), 'my password{Enter}');
  await expect(file).resolves.toBeDefined();
});

it('a call that is aborted takes its dialog away', async () => {
  await open();
  const ending = new AbortController();
  const reason = new Error('no longer wanted');
  let waiting: Promise<unknown> | undefined;
  act(() => {
    waiting = untilConfirmed(transferImport, ending.signal).catch((error) => error);
  });
  await dialog();
  act(() => ending.abort(reason));
  expect(await waiting).toBe(reason);
  await noDialog();
});

it('while the session is expired its sign-in is asked for alone, and then the call is repeated', async () => {
  await open();
  const made = http.call(createBackup, {}).catch((error) => error.kind);
  await dialog();
  act(() => session.expire());
  await noDialog();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 1, msg: '', data: { id: 9 } })));
  await act(() => session.begin('another-token'));
  expect(await made).toEqual({ id: 9 });
});

it('when somebody signs in elsewhere, nothing is repeated in their name', async () => {
  const { sent } = await open();
  const made = http.call(createBackup, {}).catch((error) => error.kind);
  await dialog();
  await act(() => session.begin('of-somebody-else'));
  expect(await made).toBe('unconfirmed');
  expect(sent).toHaveLength(1);
  await noDialog();
});

it('a back end that does not name the extension is asked nothing', async () => {
  const { sent } = await open({ extensions: ['totp'] });
  await expect(http.call(createBackup, {})).rejects.toMatchObject({ kind: 'second', sentence: '请再次输入密码' });
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
