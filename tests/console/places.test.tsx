import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../src/app/queries.ts';
import { autosaveTimes } from '../../src/form/publishing/autosaveTimes.ts';
import { paths } from '../proof/specification.ts';
import { fill, linksIn, openConsole } from '../support/consoleOnServer.tsx';
import { menuEntry } from '../support/menuEntry.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

beforeAll(async () => {
  const { id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  await server.data('base.content/addArticle', { col_id: id, title: '第一篇' });
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const navigation = (name: string) => screen.findByRole('navigation', { name });
const link = async (where: string, name: string) => within(await navigation(where)).findByRole('link', { name });
const kept = () => JSON.parse(localStorage.getItem('rtop.history') ?? '{}');
const unsaved = () => sessionStorage.getItem('rtop.unsaved') ?? '';
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const columnName = () => screen.findByLabelText<HTMLInputElement>(/^栏目名称/);

const repeated = (asked: string[]) => asked.filter((call, at) => asked.indexOf(call) !== at);
/** Waits until a screen shows all that it asks for. */
async function settled(asked: string[]): Promise<void> {
  let before = -1;
  await waitFor(() => {
    const isSettled = queryClient.isFetching() === 0 && before === asked.length;
    before = asked.length;
    expect(isSettled).toBe(true);
  });
}

it('the menu of a back end shows its colours with readable text, its spread children, and each top entry its own left menu', async () => {
  const logs = menuEntry(5, '日志', '/logs', { spread: true, children: [menuEntry(6, '操作', '/columnList')] });
  const menu = [
    menuEntry(1, '网站', '', { children: [menuEntry(2, '首页', '/home', { background: '#ffee88' }), logs] }),
    menuEntry(3, '系统', '', {
      background: 'javascript:alert(1)',
      children: [menuEntry(4, '内容', '/content/article')],
    }),
  ];
  const { user, address } = await openConsole(server, '/home', { answers: { 'base.Menu': menu } });
  vi.mocked(getComputedStyle).mockRestore();
  const { backgroundColor, color } = getComputedStyle(await link('主菜单', '首页'));
  expect([backgroundColor, color]).toEqual(['rgb(255, 238, 136)', 'rgb(16, 19, 22)']);
  await link('主菜单', '操作');
  await user.click(await link('顶部菜单', '系统'));
  await waitFor(() => expect(address()).toContain('/content/article'));
  await waitFor(() => expect(linksIn('主菜单')).toEqual(['内容']));
});

it('specification D2: an entry of the menu whose address the console does not have leads home and leaves no open screen', async () => {
  const menu = [
    menuEntry(1, '网站', '', {
      children: [menuEntry(2, '栏目', '/columnList'), menuEntry(3, '统计', '/shop/statistics')],
    }),
  ];
  const { user, address } = await openConsole(server, '/columnList', { answers: { 'base.Menu': menu } });
  const screens = await screen.findByRole('navigation', { name: '标签页' });
  await within(screens).findByRole('link', { name: /栏目/ });
  await user.click(await link('主菜单', '统计'));
  await screen.findByText('没有 /shop/statistics 这个页面，已打开首页');
  await waitFor(() => expect(address()).toContain('/home'));
  await waitFor(() => expect(within(screens).queryByRole('link', { name: /统计/ })).toBeNull());
  within(screens).getByRole('link', { name: /栏目/ });
});

it('the second-level menu stays where the left one is collapsed', async () => {
  const { user } = await openConsole(server, '/content/article', {
    answers: { 'base.Data/webInfo': { web_title: 'rTop Admin', web_logo: '/upload/gone.png' } },
  });
  const header = within(await screen.findByRole('banner'));
  await waitFor(() => expect(screen.getByRole('banner').querySelector('img')).not.toBeNull());
  // B8: if the logo cannot be loaded, the site's name is shown.
  fireEvent.error(screen.getByRole('banner').querySelector('img') as HTMLElement);
  await header.findByText('rTop Admin');
  await user.click(await button('收起菜单'));
  await button('展开菜单');
  expect((await link('内容', '文章')).getAttribute('aria-current')).toBe('page');
});

it('day B9: below 1,500 px the second-level menu and the column pane are a button each, unless one chose otherwise; the left menu stays', async () => {
  const isTight = (media: string) => media.includes('max-width:1499.95px');
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: isTight(media), ...listeners }));
  onTestFinished(() => void vi.unstubAllGlobals());
  let page = await openConsole(server, '/content/article');
  const second = await button('展开 内容');
  const columns = await button('展开 栏目：新闻');
  expect([second, columns].map((each) => each.getAttribute('aria-expanded'))).toEqual(['false', 'false']);
  expect(screen.queryByRole('link', { name: '产品' })).toBeNull();
  await link('主菜单', '媒体库');
  await button('收起菜单');

  second.focus();
  await page.user.keyboard('{Enter}');
  await link('内容', '产品');
  expect(document.activeElement).toBe(await button('收起 内容'));
  await page.user.click(columns);
  await within(screen.getByRole('complementary', { name: '栏目' })).findByRole('button', { name: /^全部栏目/ });
  page.unmount();

  page = await openConsole(server, '/content/article');
  await link('内容', '产品');
  await page.user.click(await button('收起 栏目'));
  await button('展开 栏目：新闻');
});

it('a typed address wins over the saved place; the base address leads to the saved place', async () => {
  let page = await openConsole(server, '/content/article');
  await screen.findByRole('link', { name: '第一篇' });
  page.unmount();
  page = await openConsole(server, '/columnList');
  // The place is saved once the menu is there too.
  await waitFor(() => expect(kept().path).toContain('columnList'));
  page.unmount();
  const base = async (to: string, led: RegExp) => {
    page = await openConsole(server, to);
    await waitFor(() => expect(page.address()).toMatch(led));
    await screen.findByRole('heading', { level: 1 });
    page.unmount();
  };
  await base('/Layout', /^\/columnList/);
  localStorage.setItem('rtop.history', JSON.stringify({ ...kept(), path: '/not-mine' }));
  await base('/', /^\/home/);
  localStorage.removeItem('rtop.history');
  await base('/Layout', /^\/home/);
});

it('what one administrator typed is nothing to the next one in the same browser tab', async () => {
  const groupId = await server.makeRole(['/columnList', 'base.base/getColumnList', 'base.base/addColumn']);
  const other = await server.makeAdmin(groupId);
  const { user, address, goTo } = await openConsole(server, '/columnList/create');
  fill(await columnName(), '只是我的');
  await user.click(await button(/个人中心/));
  await user.click(await button('安全退出'));
  await waitFor(() => expect(address()).toBe('/login'));
  fill(await screen.findByPlaceholderText('登录账户'), other.username);
  await user.type(screen.getByPlaceholderText('登录密码'), `${other.password}{Enter}`);
  await waitFor(() => expect(address()).toBe('/home'));
  await goTo('/columnList/create');
  expect((await columnName()).value).toBe('');
  fill(await columnName(), '只是别人的');
  await waitFor(() => expect(unsaved()).toContain('只是别人的'));
  await user.click(await button('关闭“栏目”'));
  await user.click(await button('放弃修改'));
  await waitFor(() => expect(unsaved()).not.toContain('只是别人的'));
  expect(unsaved()).toContain('只是我的');
});

it('specification D9: a load of each path stays there, and asks nothing twice', async () => {
  const other = ['/content/article/1', '/content/category', '/navList/create', '/authGroup/1'];
  for (const path of [...paths.map((one) => one.path), ...other]) {
    const { asked, address, unmount } = await openConsole(server, path);
    await screen.findByRole('heading', { level: 1 });
    await settled(asked);
    expect(address()).toMatch(new RegExp(`^${path}`));
    expect(repeated(asked), path).toEqual([]);
    expect(asked, path).toContain('/api/base.admin/getAdminInfo');
    unmount();
  }
});

it('specification D9: a model’s first column is current until another is chosen, also at the next load', async () => {
  await server.data('base.base/addColumn', { title: '动态', model: 'article' });
  const { unmount } = await openConsole(server, '/content/article');
  const current = () => screen.getByRole('complementary').querySelector('[aria-current=true]')?.textContent;
  await waitFor(() => expect(current()).toContain('新闻'));
  fireEvent.click(await button(/^动态/));
  await waitFor(() => expect(current()).toContain('动态'));
  unmount();
  await openConsole(server, '/content/article');
  await waitFor(() => expect(current()).toContain('动态'));
});

it('specification D5: a visit that begins with the sign-in asks nothing twice', async () => {
  const { asked, address } = await openConsole(server, '/Login', { token: '' });
  fill(await screen.findByPlaceholderText('登录账户'), 'admin');
  fill(screen.getByPlaceholderText('登录密码'), server.password);
  fireEvent.click(await button('登录'));
  await waitFor(() => expect(address()).toBe('/home'));
  await settled(asked);
  expect(repeated(asked)).toEqual([]);
});

it('specification D5: until the first password is changed nothing is asked for that is refused, and then only who one is again', async () => {
  const log = vi.spyOn(console, 'info');
  await server.data('base.admin/addAdmin', { username: 'lin', password: 'first-choice-7', groupId: 1 });
  const { asked, address } = await openConsole(server, '/Login', { token: '' });
  fill(await screen.findByPlaceholderText('登录账户'), 'lin');
  fill(screen.getByPlaceholderText('登录密码'), 'first-choice-7');
  fireEvent.click(await button('登录'));
  fill(await screen.findByLabelText(/^当前密码/), 'first-choice-7');
  fill(screen.getByLabelText(/^新密码/), 'second-choice-8');
  fill(screen.getByLabelText(/^再次输入新密码/), 'second-choice-8');
  expect(localStorage.getItem('rtop.gate')).toBe('password');
  fireEvent.click(await button('保存新密码'));
  await link('主菜单', '首页');
  await waitFor(() => expect(address()).toBe('/home'));
  await settled(asked);
  expect(log.mock.calls).toEqual([]);
  expect(repeated(asked)).toEqual(['/api/base.admin/getAdminInfo']);
  expect(localStorage.getItem('rtop.gate')).toBeNull();
});

it('day B1: an autosave that finds the session dead asks for the sign-in at once, and is made after it', async () => {
  const { delayMs, retryMs } = autosaveTimes;
  Object.assign(autosaveTimes, { delayMs: 20, retryMs: 20 });
  onTestFinished(() => void Object.assign(autosaveTimes, { delayMs, retryMs }));
  const token = await server.signIn('admin', server.password);
  await openConsole(server, '/content/article/1', { token });
  const title = await screen.findByLabelText<HTMLInputElement>(/^标题/);
  const pass = fetch;
  const { promise: signedInAgain, resolve: signIn } = Promise.withResolvers<void>();
  let end: Promise<unknown> | undefined;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('saveWorkingCopy')) {
      end ??= server.data('auth.auth/logout', {}, { token });
      await end;
    } else if (end) {
      // Any other call waits: one that finds the session dead and is no autosave would lead to the sign-in page.
      await signedInAgain;
    }
    return pass(url, init);
  });
  fill(title, '第一篇，写到一半');
  const again = await screen.findByRole('dialog', { name: /登录/ });
  fill(await within(again).findByPlaceholderText('登录密码'), server.password);
  signIn();
  fireEvent.click(within(again).getByRole('button', { name: '登录' }));
  const copy = () => server.data('base.content/getWorkingCopy', { entity: 'article', id: 1 });
  await waitFor(async () => expect(JSON.stringify(await copy())).toContain('第一篇，写到一半'));
  expect([title.value, document.contains(title)]).toEqual(['第一篇，写到一半', true]);
});
