import { act, screen, waitFor } from '@testing-library/react';
import { useGetIdentity } from 'ra-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Credentials } from '../../authProvider/index.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { session } from '../../src/services/services.ts';
import { SessionEnd } from '../../src/signIn/SessionEnd.tsx';
import { SignInForm } from '../../src/signIn/SignInForm.tsx';
import { fakeAuth, show } from '../support/screen.tsx';

const credentials = { username: 'editor', password: 'secret words' };
const name = () => screen.getByPlaceholderText('登录账户');
const password = () => screen.getByPlaceholderText('登录密码');

describe('the sign-in form', () => {
  it('begins with the account, which is named to screen readers as to others', async () => {
    await show(<SignInForm onSubmit={vi.fn()} />);
    expect(document.activeElement).toBe(name());
    expect(screen.getByLabelText('登录账户', { selector: 'input' })).toBe(name());
    expect(screen.getByLabelText('登录密码', { selector: 'input' })).toBe(password());
    expect(screen.getByRole('tab', { name: '账户登录', selected: true })).toBeDefined();
  });

  it('hides the password until it is asked to show it', async () => {
    const { user } = await show(<SignInForm onSubmit={vi.fn()} />);
    expect(password().getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password().getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: '隐藏密码' }));
    expect(password().getAttribute('type')).toBe('password');
  });

  it.each(['{Enter}', 'button'])('is sent by %s', async (how) => {
    const onSubmit = vi.fn(async () => {});
    const { user } = await show(<SignInForm onSubmit={onSubmit} />);
    await user.type(name(), credentials.username);
    await user.type(password(), credentials.password);
    if (how === 'button') await user.click(screen.getByRole('button', { name: '登录' }));
    else await user.keyboard(how);
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(credentials);
  });

  it('takes a name from a telephone’s keyboard: not with a capital of its own, and without the space behind it', async () => {
    const onSubmit = vi.fn(async () => {});
    const { user } = await show(<SignInForm onSubmit={onSubmit} />);
    expect(name().getAttribute('autocapitalize')).toBe('none');
    await user.type(name(), `${credentials.username} `);
    await user.type(password(), `${credentials.password}{Enter}`);
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(credentials);
  });

  it('asks for what is missing and sends nothing', async () => {
    const onSubmit = vi.fn();
    const { user, toasts } = await show(<SignInForm onSubmit={onSubmit} />);
    await user.type(name(), 'editor{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(toasts()).toEqual([{ message: '请输入账户和密码', type: 'error', autoHideDuration: 2000 }]);
  });

  it.each([
    [new CallFailure('refused', '账户或密码错误', 200), '账户或密码错误'],
    [new CallFailure('network', '', 0), '网络不通，请检查网络后重试'],
  ])('says for two seconds why it failed: %s', async (failure, message) => {
    const fail = async () => {
      throw failure;
    };
    const { user, toasts } = await show(<SignInForm onSubmit={fail} />);
    await user.type(name(), 'editor');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(toasts()).toEqual([{ message, type: 'error', autoHideDuration: 2000 }]));
    expect(password()).toHaveProperty('value', 'wrong');
  });

  it('B8: says beside the form why it failed, until it is tried again', async () => {
    const onSubmit = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new CallFailure('refused', '账户或密码错误', 200))
      .mockRejectedValueOnce(new CallFailure('network', '', 0))
      .mockResolvedValueOnce();
    const { user } = await show(<SignInForm onSubmit={onSubmit} />);
    await user.type(name(), 'editor');
    await user.type(password(), 'wrong{Enter}');
    expect((await screen.findByRole('note')).textContent).toBe('账户或密码错误');
    await user.type(password(), '{Enter}');
    await waitFor(() => expect(screen.getByRole('note').textContent).toBe('网络不通，请检查网络后重试'));
    await user.type(password(), '{Enter}');
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
  });

  it('is not sent twice while it is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onSubmit = vi.fn(() => promise);
    const { user } = await show(<SignInForm onSubmit={onSubmit} />);
    await user.type(name(), 'editor');
    await user.type(password(), 'secret words{Enter}');
    expect(screen.getByRole('button', { name: /登录/ })).toHaveProperty('disabled', true);
    await user.type(password(), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await act(async () => resolve());
    expect(screen.getByRole('button', { name: '登录' })).toHaveProperty('disabled', false);
  });
});

/** The SMS tab before a back end whose `ini` says this, and which answers a request for a code like this. */
async function openSms({
  ini = { sms: 1, extensions: ['sms', 'list'] } as object,
  code = { data: { seconds: 60 } } as object,
}) {
  onTestFinished(() => localStorage.clear());
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const isIni = url.endsWith('auth.auth/ini');
    if (!isIni) asked.push(`${url} ${body}`);
    return new Response(JSON.stringify({ code: 1, msg: '', data: null, ...(isIni ? { data: ini } : code) }));
  });
  const onSubmit = vi.fn(async () => {});
  const shown = await show(<SignInForm onSubmit={onSubmit} />);
  await shown.user.click(screen.getByRole('tab', { name: '短信登录' }));
  return { ...shown, onSubmit, asked };
}
const mobile = () => screen.getByPlaceholderText('手机账户');
const code = () => screen.getByPlaceholderText('验证码');

describe('the SMS tab', () => {
  it('says that it is not set up where it is not, and keeps its labels', async () => {
    await openSms({ ini: { sms: 0, extensions: ['sms'] } });
    expect((await screen.findByRole('alert')).textContent).toBe('短信登录尚未开通，请使用账户登录');
    expect(mobile()).toHaveProperty('disabled', true);
    expect(code()).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull();
    expect([screen.getByText('忘记账户'), screen.getByText('忘记密码')]).toHaveLength(2);
  });

  it('has the fields alone before an existing back end, and sends number and code without a password', async () => {
    const { user, onSubmit } = await openSms({ ini: {} });
    await waitFor(() => expect(localStorage.getItem('rtop.extensions')).toBe(''));
    expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull();
    await user.type(mobile(), '13800138000');
    await user.type(code(), '123456');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ username: '13800138000', verify: '123456' });
  });

  it('asks for a code, counts the answer’s seconds down, also while the other tab is open, and offers it again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { user, asked } = await openSms({});
    await user.type(mobile(), '138 0013 8000');
    await user.click(await screen.findByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('button', { name: '60 秒后重发' })).toHaveProperty('disabled', true);
    expect(screen.getByText('验证码已发送，请留意短信。')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: '账户登录' }));
    await user.click(screen.getByRole('tab', { name: '短信登录' }));
    act(() => vi.advanceTimersByTime(59_000));
    expect(screen.getByRole('button', { name: '1 秒后重发' })).toHaveProperty('disabled', true);
    expect(mobile()).toHaveProperty('value', '138 0013 8000');
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.getByRole('button', { name: '获取验证码' })).toHaveProperty('disabled', false);
    expect(asked).toEqual(['/api/auth.auth/sendVerify mobile=138%200013%208000']);
  });

  it('says at the field of the number why no code was sent', async () => {
    const { user } = await openSms({ code: { code: 0, msg: '今天的验证码已用完' } });
    await user.type(mobile(), '13800138000');
    await user.click(await screen.findByRole('button', { name: '获取验证码' }));
    await screen.findByText('今天的验证码已用完');
    expect(mobile().getAttribute('aria-invalid')).toBe('true');
  });

  it('says at each field what is missing or wrong, and sends nothing', async () => {
    const { user, onSubmit, asked } = await openSms({});
    await user.click(await screen.findByRole('button', { name: '获取验证码' }));
    await screen.findByText('请输入手机号码');
    await user.type(mobile(), 'editor{Enter}');
    await screen.findByText(/请填写电话号码/);
    await screen.findByText('请输入验证码');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
  });
});

describe('the second step', () => {
  const second = () => new CallFailure('second', '请输入两步验证码或恢复码', 200);
  const factor = () => screen.findByPlaceholderText('6 位验证码');
  /** A sign-in that asks for a code, and takes this one alone. */
  async function openSecond() {
    const onSubmit = vi.fn(async ({ verify }: Credentials) => {
      if (!verify) throw second();
      const errors = { verify: '验证码错误或已使用' };
      if (verify !== '123456') throw new CallFailure('invalid', errors.verify, 200, { errors });
    });
    const shown = await show(<SignInForm onSubmit={onSubmit} />);
    await shown.user.type(name(), credentials.username);
    await shown.user.type(password(), `${credentials.password}{Enter}`);
    await factor();
    return { ...shown, onSubmit };
  }

  it('asks for the code after the right password, says no failure, and sends all of it again', async () => {
    const { user, toasts, onSubmit } = await openSecond();
    expect(toasts()).toEqual([]);
    expect(document.activeElement).toBe(await factor());
    expect((await factor()).getAttribute('autocomplete')).toBe('one-time-code');
    expect((await factor()).getAttribute('inputmode')).toBe('numeric');
    await user.type(await factor(), '123456{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ ...credentials, verify: '123456' });
  });

  it('says of a wrong code that it is wrong, at its field too, and keeps it', async () => {
    const { user, toasts } = await openSecond();
    await user.type(await factor(), '000000{Enter}');
    await waitFor(async () => expect((await factor()).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('验证码错误或已使用')).toBeDefined();
    expect(toasts()).toEqual([{ message: '验证码错误或已使用', type: 'error', autoHideDuration: 2000 }]);
    expect(await factor()).toHaveProperty('value', '000000');
  });

  it('takes a recovery code too, by the keyboard of letters', async () => {
    const { user } = await openSecond();
    await user.click(screen.getByRole('button', { name: '改用恢复码' }));
    const field = await screen.findByPlaceholderText('恢复码');
    expect([document.activeElement === field, field.getAttribute('inputmode')]).toEqual([true, 'text']);
  });

  it('has a way back to account and password, which are still there', async () => {
    const { user } = await openSecond();
    await user.click(screen.getByRole('button', { name: '返回' }));
    expect(name()).toHaveProperty('value', credentials.username);
    expect(password()).toHaveProperty('value', credentials.password);
    expect(document.activeElement).toBe(name());
  });
});

describe('the sign-in over the work', () => {
  it('opens when the session expires, and closes when one has signed in', async () => {
    const login = vi.fn(async () => session.begin('second'));
    const { user } = await show(<SessionEnd />, { auth: { ...fakeAuth(), login } });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => session.expire());
    const dialog = await screen.findByRole('dialog', { name: '登录账户' });
    expect(dialog.textContent).toContain('登录已过期');
    await user.clear(await screen.findByPlaceholderText('登录账户'));
    await user.type(name(), credentials.username);
    await user.type(password(), `${credentials.password}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(login).toHaveBeenCalledExactlyOnceWith(credentials);
  });

  it('stays open, with what was typed, while the password is wrong', async () => {
    const login = async () => {
      throw new CallFailure('refused', '账户或密码错误', 200);
    };
    const { user, toasts } = await show(<SessionEnd />, { auth: { ...fakeAuth(), login } });
    act(() => session.expire());
    await screen.findByPlaceholderText('登录账户');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(name()).toHaveProperty('value', 'admin');
  });

  it('day B10: knows whose session it was: it says so, has the user name, and asks for the password at once', async () => {
    const login = vi.fn(async () => session.begin('second'));
    const getIdentity = async () => ({ id: 1, username: 'wang', nickname: '小王' });
    // As the header does, so that it is known before the session ends.
    const Who = () => <p>{useGetIdentity().identity?.username}</p>;
    const { user } = await show([<Who key="who" />, <SessionEnd key="end" />], {
      auth: { ...fakeAuth(), login, getIdentity },
    });
    await screen.findByText('wang');
    act(() => session.expire());
    const dialog = await screen.findByRole('dialog', { name: '登录账户' });
    await waitFor(() => expect(dialog.textContent).toContain('小王 (wang) 的登录已过期'));
    expect(await screen.findByPlaceholderText('登录账户')).toHaveProperty('value', 'wang');
    expect(document.activeElement).toBe(password());
    await user.keyboard('my own words{Enter}');
    await waitFor(() => expect(login).toHaveBeenCalledExactlyOnceWith({ username: 'wang', password: 'my own words' }));
  });

  it('day B10: names nobody while one looks at the console of somebody else', async () => {
    const getIdentity = async () => ({ id: 2, username: 'li', viewing: 'li' });
    await show(<SessionEnd />, { auth: { ...fakeAuth(), getIdentity } });
    act(() => session.expire());
    expect(await screen.findByPlaceholderText('登录账户')).toHaveProperty('value', '');
    expect(screen.getByRole('dialog').textContent).not.toContain('li');
  });
});
