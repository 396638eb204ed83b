import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Identity } from '../../authProvider/index.ts';
import { UserDrawer } from '../../src/account/UserDrawer.tsx';
import { features } from '../../src/services/services.ts';
import { fakeAuth, show } from '../support/screen.tsx';

const identity = {
  id: 1,
  username: 'wang',
  fullName: 'Wang',
  nickname: '',
  avatar: '',
  own_avatar: '',
  mobile: '',
  email: '',
  rules: [],
  role: { id: 1, title: '编辑' },
  logintimes: 12,
  create_time: '2026-01-02T03:04:05Z',
  last_login: null,
  must_change: false,
  totp: false,
  passkeys: 0,
  recovery_left: 0,
  field_limits: {},
  within_columns: false,
  viewing: '',
  factor_due: null,
} as Identity;

const desktop = { device: 'pc', browser: 'Chrome 141', os: 'Windows 10', user_agent: '', current: false };
const own = [
  { ...desktop, id: 1, ip: '203.0.113.5', current: true },
  { ...desktop, id: 2, ip: '198.51.100.23', device: 'mobile', browser: 'Safari 18', os: 'iOS 18' },
  { ...desktop, id: 3, ip: '192.0.2.9', device: 'spider', browser: '', os: '' },
].map((each) => ({ ...each, create_time: '2026-01-02T03:04:05Z', last_seen: new Date().toISOString() }));

/** The drawer before a back end of these extensions; what is sent to it is kept as `path form`. */
async function open({
  told = {} as Partial<Identity>,
  rules = [] as string[] | 'all',
  extensions = ['sessions', 'changePassword'],
  reply = {},
} = {}) {
  features.learn(extensions);
  onTestFinished(() => localStorage.clear());
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = url.replace('/api/', '');
    if (method === 'POST') sent.push(`${path} ${body}`);
    const answer = path === 'auth.auth/sessions' ? { data: own } : reply;
    return new Response(JSON.stringify({ code: 1, msg: '', data: null, ...answer }));
  });
  const onClose = vi.fn();
  const shown = await show(<UserDrawer identity={{ ...identity, ...told }} isOpen onClose={onClose} />, {
    auth: fakeAuth({ rules }),
  });
  return { ...shown, sent, onClose };
}
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const press = (name: string | RegExp) => screen.findByRole('button', { name });

/** Changes one's password in its dialog, which is returned. */
async function sendPassword(user: UserEvent) {
  await user.click(await press(/修改密码/));
  const form = within(await dialog('修改密码'));
  await user.type(form.getByLabelText(/当前密码/), 'old-password');
  await user.type(form.getByLabelText('新密码 *'), 'new-password-1');
  await user.type(form.getByLabelText(/再次输入新密码/), 'new-password-1{Enter}');
  return form;
}

describe('the personal centre', () => {
  it('tells name, role, sign-ins with 次 and the time of registration', async () => {
    await open({ told: { nickname: '王' } });
    const text = (await dialog('个人中心')).textContent;
    expect(text).toMatch(/王 \(wang\)编辑登录次数12 次注册时间2026-01-02/);
  });

  it.each([
    ['', '/upload/logo.svg'],
    ['/upload/me.png', '/upload/me.png'],
  ])('C3: shows an avatar of %j as %s: the logo of the site where the account has none', async (avatar, shown) => {
    // Otherwise that of an earlier screen is still fresh.
    await open({ told: { avatar }, extensions: [], reply: { data: { web_title: 'a', web_logo: '/upload/logo.svg' } } });
    const drawer = await dialog('个人中心');
    // A picture comes into the page when it is loaded, which jsdom does not do; its address is asked for by then.
    await waitFor(() => expect(drawer.querySelector('img')?.getAttribute('src')).toBe(shown));
  });

  it('has no part that the back end lacks', async () => {
    await open({ extensions: [] });
    expect(screen.queryByText('账户安全')).toBeNull();
    expect(screen.getByRole('button', { name: '安全退出' })).toBeDefined();
  });

  it('offers nothing but the way out before the first password is changed', async () => {
    const { sent } = await open({ told: { gate: 'password' } });
    expect(screen.queryByText('账户安全')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('shows each device in words, this one marked and without a way to end it', async () => {
    const { user } = await open();
    await screen.findByText('3 台设备在线');
    await user.click(await press(/登录设备/));
    const items = within(await dialog('登录设备')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Chrome 141 · Windows 10203.0.113.5 · 正在使用本机',
      expect.stringMatching(/^Safari 18 · iOS 18198\.51\.100\.23 · .+退出$/),
      expect.stringMatching(/^未知设备192\.0\.2\.9 · .+退出$/),
    ]);
  });

  it('day C5: tells a wrong number of a token at its field, and sends none', async () => {
    const { user, sent } = await open({ rules: 'all', extensions: ['tokens'], reply: { data: [] } });
    await user.click(await press(/程序令牌/));
    await user.click(await press('新增令牌'));
    await user.type(screen.getByRole('textbox', { name: /用途/ }), '同步');
    const perMinute = screen.getByRole('textbox', { name: /每分钟/ });
    for (const [wrong, problem] of [
      ['1.5', '请填写整数，例如 12'],
      ['0', '不能小于 1'],
      ['6001', '不能大于 6000'],
    ] as const) {
      await user.clear(perMinute);
      await user.type(perMinute, `${wrong}{Enter}`);
      await screen.findByText(problem);
    }
    await user.clear(perMinute);
    await user.keyboard('{Enter}');
    await screen.findByText('此项为必填项');
    expect(sent).toEqual([]);
  });

  it('signs out one device, and says so', async () => {
    const { user, sent, toasts } = await open();
    await user.click(await press(/登录设备/));
    await user.click(await press('退出 Safari 18 · iOS 18，198.51.100.23'));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '该设备已退出', type: 'success' }]));
    expect(sent).toEqual(['auth.auth/revokeSession id=2']);
  });

  it('signs out all others once it was asked', async () => {
    const { user, sent, toasts } = await open();
    await user.click(await press(/登录设备/));
    await user.click(await press('退出其他设备'));
    const question = within(await dialog('退出其他 2 台设备？'));
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: '退出其他设备' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '其他设备已全部退出' }]));
    expect(sent).toEqual(['auth.auth/revokeSession all=1']);
  });

  it('says at its field why a password was refused, and keeps what was typed', async () => {
    const errors = { password: '原密码错误' };
    const { user, sent } = await open({ reply: { code: 0, msg: '提交的内容有误', data: { errors } } });
    const form = await sendPassword(user);
    await form.findByText('原密码错误');
    expect(form.getByLabelText(/当前密码/)).toHaveProperty('value', 'old-password');
    expect(sent).toEqual(['auth.auth/changePassword password=old-password&new_password=new-password-1']);
  });

  it('C4: makes no toast of a refusal: that of a password stands in its form, that of a device shows by the list', async () => {
    const { user, sent, toasts } = await open({ reply: { code: 0, msg: '现在不可以' } });
    await user.click(await press(/登录设备/));
    await user.click(await press('退出 Safari 18 · iOS 18，198.51.100.23'));
    await waitFor(() => expect(sent).toEqual(['auth.auth/revokeSession id=2']));
    await user.click(within(await dialog('登录设备')).getByRole('button', { name: '关闭' }));
    const form = await sendPassword(user);
    await form.findByText('现在不可以');
    expect(toasts()).toEqual([]);
  });

  it('day B10: one’s own nickname and e-mail address are changed in it, and only what differs is sent', async () => {
    const { user, sent, toasts } = await open({
      told: { nickname: '王', email: 'w@example.com' },
      extensions: ['profile'],
    });
    await user.click(await press('修改资料'));
    const form = within(await dialog('个人资料'));
    expect(await form.findByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
    const nickname = await form.findByLabelText('昵称');
    await user.clear(nickname);
    await user.type(nickname, '王小明');
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '个人资料已保存', type: 'success' }]));
    expect(sent.map((form) => decodeURIComponent(form))).toEqual(['auth.auth/saveProfile nickname=王小明']);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '个人资料' })).toBeNull());
  });

  it('day B10: a wrong address is said at its field', async () => {
    const errors = { email: '邮箱格式不对' };
    const reply = { code: 0, msg: '提交的内容有误', data: { errors } };
    const { user } = await open({ extensions: ['profile'], reply });
    await user.click(await press('修改资料'));
    const form = within(await dialog('个人资料'));
    await user.type(await form.findByLabelText('邮箱'), 'w@example.com{Enter}');
    await form.findByText('邮箱格式不对');
  });

  it('day B10: nothing of a profile is changed on a back end without it, nor while one looks as somebody else', async () => {
    const { unmount } = await open({ extensions: ['sessions'] });
    expect(screen.queryByRole('button', { name: '修改资料' })).toBeNull();
    unmount();
    await open({ extensions: ['profile'], told: { viewing: '王' } });
    expect(screen.queryByRole('button', { name: '修改资料' })).toBeNull();
  });

  it('asks for what is missing of a password, and sends nothing', async () => {
    const { user, sent } = await open();
    await user.click(await press(/修改密码/));
    const form = within(await dialog('修改密码'));
    await user.type(form.getByLabelText('新密码 *'), 'short{Enter}');
    for (const said of ['此项为必填项', '至少 10 个字符', '两次输入的新密码不一致']) await form.findByText(said);
    expect(sent).toEqual([]);
  });
});
