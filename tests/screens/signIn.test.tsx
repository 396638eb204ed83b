import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { session } from '../../src/services.ts';
import { SignInDialog } from '../../src/signIn/SignInDialog.tsx';
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

  it('says on its SMS tab that this is not set up', async () => {
    const { user } = await show(<SignInForm onSubmit={vi.fn()} />);
    await user.click(screen.getByRole('tab', { name: '短信登录' }));
    expect(screen.getByRole('alert').textContent).toBe('短信登录尚未开通，请使用账户登录');
    expect(screen.getByPlaceholderText('手机账户')).toHaveProperty('disabled', true);
    expect(screen.getByPlaceholderText('验证码')).toHaveProperty('disabled', true);
    expect([screen.getByText('忘记账户'), screen.getByText('忘记密码')]).toHaveLength(2);
  });
});

describe('the sign-in over the work', () => {
  it('opens when the session expires, and closes when one has signed in', async () => {
    const login = vi.fn(async () => session.begin('second'));
    const { user } = await show(<SignInDialog />, { auth: { ...fakeAuth(), login } });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => session.expire());
    expect(screen.getByRole('dialog', { name: '登录账户' }).textContent).toContain('登录已过期');
    await user.type(await screen.findByPlaceholderText('登录账户'), credentials.username);
    await user.type(password(), `${credentials.password}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(login).toHaveBeenCalledExactlyOnceWith(credentials);
  });

  it('stays open, with what was typed, while the password is wrong', async () => {
    const login = async () => {
      throw new CallFailure('refused', '账户或密码错误', 200);
    };
    const { user, toasts } = await show(<SignInDialog />, { auth: { ...fakeAuth(), login } });
    act(() => session.expire());
    await user.type(await screen.findByPlaceholderText('登录账户'), 'editor');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(name()).toHaveProperty('value', 'editor');
  });
});
