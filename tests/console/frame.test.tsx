import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { preferences, session } from '../../src/services/services.ts';
import { fill, linksIn, openConsole } from '../support/consoleOnServer.tsx';
import { menuEntry } from '../support/menuEntry.ts';
import { contentRules, useServer } from '../support/server.ts';
import { press } from '../support/serverScreens.tsx';

const server = useServer();

beforeAll(async () => {
  await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
});

const navigation = (name: string) => screen.findByRole('navigation', { name });
const link = async (where: string, name: string) => within(await navigation(where)).findByRole('link', { name });
const follow = async (where: string, name: string) => fireEvent.click(await link(where, name));
const heading = (name: string, level = 1) => screen.findByRole('heading', { name: new RegExp(name), level });
const columnName = () => screen.findByLabelText<HTMLInputElement>(/^栏目名称/);
const unsaved = () => sessionStorage.getItem('rtop.unsaved') ?? '';
const giveUp = async () => press('放弃修改', await screen.findByRole('dialog', { name: '有未保存的修改' }));

it('a left entry opens its first child, and the second-level menu stands beside it', async () => {
  const { address } = await openConsole(server, '/home');
  await follow('主菜单', '内容');
  await waitFor(() => expect(address()).toMatch(/^\/content\/article/));
  expect((await link('内容', '文章')).getAttribute('aria-current')).toBe('page');
  expect((await link('主菜单', '内容')).getAttribute('aria-current')).toBe('true');
  await heading('文章');
  expect(document.title).toBe('内容列表 - 文章 - rTop Admin');
});

it('B8: the content model that was chosen last is the one that /content opens, in the tab of that model', async () => {
  const models = [
    menuEntry(4, '产品', '/content/product', { model: 'product' }),
    menuEntry(5, '栏目', '/columnList', { model: 'x' }),
  ];
  const content = menuEntry(3, '内容', '/content', { children: models });
  const answers = { 'base.Menu': [menuEntry(1, '网站', '', { children: [menuEntry(2, '首页', '/home'), content] })] };
  const { unmount } = await openConsole(server, '/home', { answers });
  await follow('主菜单', '内容');
  await follow('内容', '产品');
  expect(JSON.parse(localStorage.getItem('rtop.history') ?? '{}').model).toEqual({ model: 'product', title: '产品' });
  unmount();
  const { address } = await openConsole(server, '/content', { answers });
  await waitFor(() => expect(address()).toMatch(/^\/content\/product/));
  await heading('产品');
  const names = linksIn('标签页');
  expect([names.includes('内容'), names.filter((name) => name === '产品').length]).toEqual([false, 1]);
});

it('closing a screen with unsaved text asks; without tabs, leaving asks', async () => {
  // Which screens are open is kept for each administrator: one of its own has none yet.
  const groupId = await server.makeRole(['/columnList', 'base.base/getColumnList', 'base.base/addColumn']);
  const { token } = await server.makeAdmin(groupId);
  const { user, address, goTo } = await openConsole(server, '/columnList/create', { token });
  fill(await columnName(), '半个栏目');
  await waitFor(() => expect(unsaved()).toContain('半个栏目'));
  await press('关闭“栏目”');
  await giveUp();
  await waitFor(() => expect(address()).toBe('/home'));
  expect(unsaved()).toBe('{}');
  await waitFor(() => expect(linksIn('标签页')).toEqual(['首页']));

  await press('外观');
  fireEvent.click(await screen.findByRole('menuitemradio', { name: '隐藏标签页' }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '标签页' })).toBeNull());
  await goTo('/columnList/create');
  fill(await columnName(), '另外半个');
  await user.keyboard('{Control>}k{/Control}');
  fill(await screen.findByRole('combobox', { name: '搜索' }), '首页');
  await screen.findAllByRole('option', { name: /首页/ });
  await user.keyboard('{Enter}');
  await giveUp();
  await waitFor(() => expect(address()).toBe('/home'));
});

it('what one has set is one’s own, on every machine', async () => {
  const other = await server.makeAdmin(await server.makeRole(contentRules));
  const density = (expected: string) => waitFor(() => expect(document.documentElement.dataset.density).toBe(expected));
  const here = await openConsole(server, '/home');
  await waitFor(() => expect(preferences.isKnown(1)).toBe(true));
  await press('外观');
  fireEvent.click(await screen.findByRole('menuitemradio', { name: '紧凑' }));
  const saved = () => server.data<{ name: string; value: string }[]>('auth.auth/preferences');
  await expect.poll(saved).toContainEqual(expect.objectContaining({ name: 'density' }));
  here.unmount();
  session.end();
  localStorage.clear();
  delete document.documentElement.dataset.density;

  const { user, address } = await openConsole(server, '/home');
  await density('compact');
  await user.click(await screen.findByRole('button', { name: /个人中心/ }));
  await press('安全退出');
  await waitFor(() => expect(address()).toBe('/login'));
  fill(await screen.findByPlaceholderText('登录账户'), other.username);
  await user.type(screen.getByPlaceholderText('登录密码'), `${other.password}{Enter}`);
  await waitFor(() => expect(address()).toBe('/home'));
  await density('normal');
});

it('a role that may not see a screen is told which right it lacks', async () => {
  const { token } = await server.makeAdmin(await server.makeRole(['/content']));
  await openConsole(server, '/columnList', { token });
  await screen.findByText(/需要“查看栏目”的权限/);
  await screen.findByText(/base\.base\/getColumnList/);
  await heading('栏目');
});

describe('an address that leads nowhere', () => {
  it('/404 stands outside the frame, /404-In within it', async () => {
    const { address, goTo } = await openConsole(server, '/404');
    await heading('没有这个页面');
    expect(screen.queryByRole('navigation')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: '回到首页' }));
    await waitFor(() => expect(address()).toBe('/home'));
    await goTo('/404-In');
    await heading('没有这个页面', 2);
    await navigation('主菜单');
  });

  it('/404 without a token leads to the sign-in', async () => {
    const { address } = await openConsole(server, '/404', { token: '' });
    await waitFor(() => expect(address()).toBe('/Login'));
  });
});
