import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Frame, Home } from '../../src/app/chunks.ts';
import { prepareQueries, queryClient } from '../../src/app/queries.ts';
import { features, session, store } from '../../src/services/services.ts';
import { type Replies, type Reply, useReplies } from '../support/consoleOnReplies.tsx';

const open = useReplies(['list', 'ids', 'version', 'idempotency', 'logout']);
const dead: Reply = { status: 401, code: 401, msg: '用户信息无效，请重新登录' };
const admin = { id: 1, username: 'admin', nickname: '', role: { id: 1, title: '超级管理员' }, logintimes: 3 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const rules = ['base.base/getColumnList', '/content'];

describe('a token that is dead when the page is loaded', () => {
  it.each(['/home', '/columnList', '/content/article'])('leads from %s to the sign-in, and says why', async (path) => {
    const replies = ['base.admin/getAdminInfo', 'base.Data/welcomeDate', 'base.base/getColumnList', 'base.Menu'];
    const { address } = await open(path, {
      ...Object.fromEntries(replies.map((call) => [call, dead])),
      'base.content/getContentTopMenu': dead,
      'base.content/getContentList': dead,
    });
    // First: what is said goes by itself after some seconds, which a busy machine may need for the sign-in page.
    expect(await screen.findAllByText('用户信息无效，请重新登录')).toHaveLength(1);
    expect(await screen.findByRole('heading', { name: '登录账户' })).toBeDefined();
    expect(screen.queryAllByText('用户信息无效，请重新登录').length).toBeLessThan(2);
    expect(address()).toBe('/rTopAdmin/Login');
    expect([session.token(), localStorage.getItem('rtop.token')]).toEqual(['', null]);
  });
});

it('B6: in a new browser an administrator’s own settings are there before the first rendering asks for a list', async () => {
  features.learn(['list', 'ids', 'version', 'preferences']);
  const own = [
    { name: 'article.column', value: 5 },
    { name: 'locale', value: 'en' },
  ];
  const replies: Record<string, unknown> = {
    'base.admin/getAdminInfo': { ...admin, rules },
    'auth.auth/preferences': own,
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const data = replies[url.replace('/api/', '').replace(/\?.*/, '')] ?? [];
    return new Response(JSON.stringify({ code: 1, msg: '', data }));
  });
  await prepareQueries();
  expect([store.getItem('article.column'), store.getItem('locale')]).toEqual([5, 'en']);
});

it('day B12: an unknown address leads home, which says so', async () => {
  const { address } = await open('/nowhere', {
    'base.admin/getAdminInfo': { data: { ...admin, rules } },
    'base.Data/welcomeDate': { data: { counts: {}, system: {} } },
  });
  expect(await screen.findByText('没有 /nowhere 这个页面，已打开首页')).toBeDefined();
  expect(screen.getAllByText(/nowhere/)).toHaveLength(1);
  expect(address()).toBe('/rTopAdmin/home');
});

it('a sign-in on the page leads home', async () => {
  session.end();
  const { user, address } = await open('/columnList', {
    'auth.auth/login': { data: { token: 'fresh', expires: null } },
    'base.admin/getAdminInfo': { data: { ...admin, rules } },
    'base.Data/welcomeDate': { data: { counts: {}, system: {} } },
  });
  await user.type(await screen.findByPlaceholderText('登录账户'), 'admin');
  await user.type(screen.getByPlaceholderText('登录密码'), 'secret words{Enter}');
  expect(await screen.findByRole('heading', { name: 'admin，您好' })).toBeDefined();
  expect(address()).toBe('/rTopAdmin/home');
});

it('who must change the first password is asked for it, and nothing is read that is refused until then', async () => {
  // Loaded as after a sign-in.
  await Promise.all([Frame.fetch(), Home.fetch()]);
  const { asked } = await open('/home', {
    'base.admin/getAdminInfo': { data: { ...admin, must_change: true, rules: [] } },
  });
  expect(await screen.findByRole('heading', { name: '修改密码' })).toBeDefined();
  expect(asked()).not.toContain('base.Data/welcomeDate');
});

it('a read that fails says so at once, and is not made again by itself', async () => {
  const { asked } = await open('/columnList', {
    'base.admin/getAdminInfo': { data: { ...admin, rules } },
    'base.base/getColumnList': { status: 500, code: 500, msg: '服务器出错（编号 7）' },
  });
  expect(await screen.findByText('服务器出错（编号 7）')).toBeDefined();
  expect(screen.getAllByText(/服务器出错/)).toHaveLength(1);
  expect(asked().filter((call) => call === 'base.base/getColumnList')).toHaveLength(1);
});

it('a read that failed while the page was loaded is not made once more by its screen', async () => {
  // The menu is read again after some seconds, which this test is not about.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const replies: Replies = {
    'base.admin/getAdminInfo': { data: admin },
    'base.Menu': { status: 500, code: 500, msg: '服务器出错（编号 7）' },
    'base.base/getColumnList': { data: { data: [{ id: 1, title: '公司', children: [] }], total: 1 } },
  };
  const loaded = await open('/columnList', replies);
  loaded.unmount();
  queryClient.clear();
  await prepareQueries();
  expect(loaded.asked()).toContain('base.Menu');
  const { asked } = await open('/columnList', replies);
  await screen.findByRole('link', { name: '公司' });
  expect(asked()).not.toContain('base.Menu');
});

describe('where it fails to read who one is', () => {
  const failing: Reply = { status: 500, code: 500, msg: '服务器出错（编号 7）' };

  async function openFailing() {
    const back = { isMended: false };
    const { user, asked } = await open('/columnList', {
      'base.admin/getAdminInfo': async () => {
        await pause(5);
        return back.isMended ? { data: { ...admin, rules } } : failing;
      },
      'base.base/getColumnList': { data: { data: [{ id: 1, title: '公司', children: [] }], total: 1 } },
      'base.Menu': { data: [{ id: 9, title: '网站', path: '/columnList', children: [] }] },
    });
    await screen.findByText('服务器出错（编号 7）');
    return { user, back, timesAsked: () => asked().filter((call) => call === 'base.admin/getAdminInfo').length };
  }

  it('that is not asked for again and again, but by hand', async () => {
    const { user, back, timesAsked } = await openFailing();
    // Time for some twenty tries.
    await pause(300);
    expect(timesAsked()).toBeLessThan(4);
    back.isMended = true;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '公司' })).toBeDefined();
    expect(timesAsked()).toBeLessThan(6);
  });

  it('specification D2: the menu and the screen come by themselves once it can be read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { back } = await openFailing();
    expect(screen.queryByRole('link', { name: '网站' })).toBeNull();
    back.isMended = true;
    vi.advanceTimersByTime(10_000);
    expect((await screen.findAllByRole('link', { name: '网站' })).length).toBeGreaterThan(0);
    expect(await screen.findByRole('link', { name: '公司' })).toBeDefined();
  });
});

it('another language leaves an open form as it is', async () => {
  const row = { id: 1, title: '公司', model: 'single', keywords: '', children: [] };
  const { user } = await open('/columnList', {
    'base.admin/getAdminInfo': { data: admin },
    'base.base/getColumnList': { data: { data: [row], total: 1 } },
  });
  await user.click(await screen.findByRole('link', { name: '公司' }));
  await user.type(await screen.findByRole('textbox', { name: /栏目名称/ }), '们');
  await user.click(screen.getByRole('tab', { name: 'SEO' }));
  const field = screen.getByRole('textbox', { name: /关键词/ });
  await user.click(screen.getByRole('button', { name: '语言' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'English' }));
  await waitFor(() => expect(screen.getByLabelText(/^Keywords/)).toBe(field));
  expect(screen.getByRole('tab', { name: 'SEO' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByDisplayValue('公司们')).toBeDefined();
  expect(screen.queryByText(/restored/i)).toBeNull();
  await act(async () => store.setItem('locale', 'zh'));
});

describe('before a back end that speaks only what console.md states', () => {
  beforeEach(() => features.learn(undefined));

  it('the home screen leaves out what it does not tell', async () => {
    await open('/home', {
      'base.admin/getAdminInfo': { data: admin },
      'base.Data/welcomeDate': { data: { users: 3 } },
    });
    expect(await screen.findByRole('heading', { name: 'admin，您好' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('heading', { name: '系统信息' })).toBeNull());
    expect(screen.queryByRole('heading', { name: '数据概览' })).toBeNull();
    expect(await screen.findByRole('heading', { name: '快捷入口' })).toBeDefined();
  });

  it('its lists are open to everyone signed in, without filters that it does not know', async () => {
    const row = { id: '1', title: '公司', model: 'single', is_nav: '1', status: '1' };
    await open('/columnList', {
      'base.admin/getAdminInfo': { data: admin },
      'base.base/getColumnList': { data: { data: [row], total: '1' } },
    });
    expect(await screen.findByRole('link', { name: '公司' })).toBeDefined();
    expect(screen.getByRole('searchbox', { name: '搜索' })).toBeDefined();
    expect(screen.queryByRole('combobox', { name: '启用' })).toBeNull();
    expect(await screen.findAllByRole('switch', { checked: true })).toHaveLength(2);
  });

  it('a list has the size that the back end has, and no header that sorts', async () => {
    const rows = Array.from({ length: 3 }, (_, at) => ({ id: `${at + 1}`, username: `用户${at + 1}`, status: '1' }));
    await open('/user_list', {
      'base.admin/getAdminInfo': { data: admin },
      'base.User/list': { data: { data: rows, total: '7' } },
    });
    expect(await screen.findByText('第 1-3 条，共 7 条')).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: /用户名/ })?.querySelector('button, [role=button]')).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it.each([401, 403, 404, 409, 428])(
    'specification D3: code %i of a save shows its message and nothing else',
    async (code) => {
      const row = { id: '1', title: '公司', model: 'single', version: '1', children: [] };
      const { user, address } = await open('/columnList/1', {
        'base.admin/getAdminInfo': { data: admin },
        'base.base/getColumnList': { data: { data: [row], total: 1 } },
        'base.base/editColumn': { code, msg: '栏目已被占用', data: { errors: [] } },
      });
      await user.type(await screen.findByRole('textbox', { name: /栏目名称/ }), '们');
      await user.click(screen.getByRole('button', { name: '保存' }));
      expect((await screen.findAllByText('栏目已被占用')).some((each) => each.closest('.MuiSnackbar-root'))).toBe(true);
      expect(screen.getByRole('textbox', { name: /栏目名称/ })).toHaveProperty('value', '公司们');
      expect([session.status(), address()]).toEqual(['in', '/rTopAdmin/columnList/1']);
      expect(screen.queryByRole('heading', { name: '登录账户' })).toBeNull();
      expect(screen.queryByText(/他人|版本|不存在|没有权限/)).toBeNull();
    },
  );

  it('specification D3: the poll’s HTTP 401 leads to the sign-in with its sentence, and what was typed is kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { user, address } = await open('/columnList/create', {
      'base.admin/getAdminInfo': { data: admin },
      'auth.auth/checkLogin': dead,
    });
    await user.type(await screen.findByRole('textbox', { name: /栏目名称/ }), '没有保存的');
    vi.advanceTimersByTime(10_000);
    expect(await screen.findByText('用户信息无效，请重新登录')).toBeDefined();
    expect(await screen.findByRole('heading', { name: '登录账户' })).toBeDefined();
    expect([address(), session.token()]).toEqual(['/rTopAdmin/Login', '']);
    expect(sessionStorage.getItem('rtop.unsaved')).toContain('没有保存的');
  });

  it('a record is opened from the rows that are there', async () => {
    const row = { id: '1', title: '公司', model: 'single', children: [] };
    const { user, asked } = await open('/columnList', {
      'base.admin/getAdminInfo': { data: admin },
      'base.base/getColumnList': { data: { data: [row], total: 1 } },
    });
    await user.click(await screen.findByRole('link', { name: '公司' }));
    expect(await screen.findByRole('textbox', { name: /栏目名称/ })).toHaveProperty('value', '公司');
    expect(asked().filter((call) => call === 'base.base/getColumnList')).toHaveLength(1);
  });
});

it('what one chose for oneself outlives a sign-out, what one was doing does not', () => {
  store.setItem('theme', 'dark');
  store.setItem('locale', 'en');
  store.setItem('column.folded', [1]);
  store.setItem('article.listParams', { page: 3 });
  store.setItem('article.selectedIds', [7]);
  // Another tab, or a reload, begins without the selection.
  expect(Object.keys(localStorage).filter((key) => key.includes('selectedIds'))).toEqual([]);
  expect(store.getItem('article.selectedIds')).toEqual([7]);
  store.reset();
  expect([store.getItem('theme'), store.getItem('locale'), store.getItem('column.folded')]).toEqual([
    'dark',
    'en',
    [1],
  ]);
  expect([store.getItem('article.listParams'), store.getItem('article.selectedIds')]).toEqual([undefined, undefined]);
});

it('day B12: whoever cannot be read can sign out, and the menu has the product’s name where it has no site’s', async () => {
  const broken = { status: 500, body: '<html>' };
  const { user, address } = await open('/columnList', {
    'base.admin/getAdminInfo': broken,
    'base.Data/webInfo': broken,
    'base.Config/sysConfig': broken,
  });
  const menu = await screen.findByRole('navigation', { name: '主菜单' });
  await waitFor(() => expect(menu.textContent).toContain('rTop Admin'));
  await user.click(await screen.findByRole('button', { name: '安全退出' }));
  await waitFor(() => expect(address()).toBe('/rTopAdmin/login'));
});

it('C4: a refusal of what the frame itself asks for makes no toast', async () => {
  const refused = { code: 0, msg: '现在不可以', data: null };
  await open('/columnList', {
    'base.admin/getAdminInfo': { data: { ...admin, rules } },
    ...Object.fromEntries(['base.Menu', 'base.Data/webInfo', 'base.Data/webData'].map((call) => [call, refused])),
  });
  await screen.findByText('菜单加载失败');
  await screen.findByText('还没有栏目');
  expect(screen.queryByText('现在不可以')).toBeNull();
  expect(document.querySelector('.MuiSnackbar-root')).toBeNull();
});
