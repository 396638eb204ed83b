import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { paths } from '../proof/specification.ts';
import { linksIn, openConsole } from '../support/consoleOnServer.tsx';
import { contentRules, useServer } from '../support/server.ts';

const server = useServer();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const entries = (name: string, expected: unknown) => waitFor(() => expect(linksIn(name)).toEqual(expected));
const follow = (name: string, entry: string) =>
  fireEvent.click(within(screen.getByRole('navigation', { name })).getByText(entry));
const refused = () => screen.queryByRole('heading', { name: '您没有这项权限' });

it('the role decides what stands in the top, the left and the second-level menu', async () => {
  const role = await server.makeRole([...contentRules, 'base.User/list', 'base.User/historyList']);
  const { token } = await server.makeAdmin(role);
  const { address } = await openConsole(server, '/home', { token });
  await entries('顶部菜单', ['网站', '用户']);
  await entries('主菜单', ['首页', '内容']);
  follow('主菜单', '内容');
  await waitFor(() => expect(address()).toMatch(/^\/content\/article/));
  await entries('内容', expect.arrayContaining(['文章', '产品']));
  follow('顶部菜单', '用户');
  await entries('主菜单', ['用户', '浏览记录']);
});

it('a stored place is restored on load; one that the role may no longer see leads home', async () => {
  const admin = await server.makeAdmin(await server.makeRole(['/columnList', 'base.base/getColumnList']));
  let page = await openConsole(server, '/columnList', { token: admin.token });
  await entries('主菜单', expect.arrayContaining(['栏目']));
  await waitFor(() => expect(localStorage.getItem('rtop.history')).toContain('/columnList'));
  page.unmount();
  page = await openConsole(server, '/', { token: admin.token });
  await waitFor(() => expect(page.address()).toMatch(/^\/columnList/));
  page.unmount();

  const navigation = await server.makeRole(['/navList', 'base.base/getNavList']);
  await server.data('base.admin/editAdmin', { id: admin.id, groupId: navigation });
  // The session ends with the role.
  page = await openConsole(server, '/', { token: await server.signIn(admin.username, admin.password) });
  await waitFor(() => expect(page.address()).toBe('/home'));
  await entries('主菜单', ['首页', '导航']);
});

it('every screen that the role lacks, typed in as an address, is a plain page that names the missing rule', async () => {
  const { token } = await server.makeAdmin(await server.makeRole([]));
  const { goTo } = await openConsole(server, '/recycle', { token });
  await entries('主菜单', ['首页']);
  const everyones = ['/home', '/404-In'];
  const screens = paths.filter(({ path }) => !everyones.includes(path)).map(({ path }) => path);
  await waitFor(() => expect(refused()).not.toBeNull());
  for (const path of [...screens, '/recycle']) {
    await goTo('/home');
    await waitFor(() => expect(refused()).toBeNull());
    await goTo(path);
    await waitFor(() => expect(refused(), path).not.toBeNull());
    expect(document.querySelector('main code')?.textContent, path).toMatch(/(\/|base\.)\w+/);
  }
});
