import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '../../src/services/services.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { linksIn, openConsole } from '../support/consoleOnServer.tsx';
import { turnOnFactor } from '../support/factor.ts';
import { useServer } from '../support/server.ts';
import { choose, dialog, fill, press, told } from '../support/serverScreens.tsx';

const server = useServer();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const linkIn = (part: ParentNode, title: string) =>
  [...part.querySelectorAll('a')].find(({ textContent }) => textContent === title);
const findRow = (title: string) => [...document.querySelectorAll('tr')].find((each) => linkIn(each, title));
const row = (title: string) =>
  waitFor(() => {
    const found = findRow(title);
    if (!found) throw new Error(`no row is called ${title}`);
    return found;
  });
const openRow = async (title: string) => fireEvent.click(linkIn(await row(title), title) as HTMLElement);
const panel = () => screen.findByRole('dialog');
const titleField = () => waitFor(() => part('[data-field=title] input') as HTMLInputElement);
function part(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}
/** Matches the beginning of the label, because a right that cannot be given says so after its name. */
const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
/** The buttons or links whose name begins with this text. */
const called = (selector: 'a' | 'button', name: string, within: ParentNode = document) =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter((each) =>
    (each.getAttribute('aria-label') ?? each.textContent).startsWith(name),
  );
const count = (...args: Parameters<typeof called>) => called(...args).length;
/** Follows the first link to a new record. */
const add = async () => {
  await waitFor(() => expect(count('a', '新增')).toBeGreaterThan(0));
  fireEvent.click(called('a', '新增')[0] as HTMLElement);
};
const switchIn = (part: HTMLElement) => within(part).findByRole<HTMLInputElement>('switch');
const items = () => [...document.querySelectorAll<HTMLElement>('[role=treeitem]')];
/** Waits for the line of the tree whose name contains this title. */
const item = (title: string) =>
  waitFor(() => {
    const found = items().find((each) => each.getAttribute('aria-label')?.includes(title));
    if (!found) throw new Error(`no line is called ${title}`);
    return found;
  });
const isChecked = (title: string, state: string) =>
  waitFor(async () => expect((await item(title)).getAttribute('aria-checked')).toBe(state));
/** Opens the tree of all rules below the matrix. */
const openTree = () => press('高级：全部权限规则');

it('a role is made in the tree of rules, by mouse, search and keyboard; its half-checked screens say how much they hold', async () => {
  const { user } = await openConsole(server, '/authGroup');
  await add();
  await fill('角色名称 *', '栏目编辑');
  await openTree();
  expect((await item('栏目管理')).getAttribute('aria-expanded')).toBe('false');

  const search = await screen.findByRole('searchbox', { name: '搜索权限' });
  const searchFor = (value: string) => fireEvent.change(search, { target: { value } });
  searchFor('addColumn');
  // The tree shows the screen, the right to open it, and the call.
  await waitFor(() => expect(items()).toHaveLength(3));
  fireEvent.click(await item('新增栏目'));
  // A checked call checks the right to open its screen too.
  await isChecked('栏目管理', 'mixed');
  await screen.findByText(/^已选 2 \/ \d+$/);
  searchFor('没有这样的规则');
  await screen.findByText('没有匹配的权限');
  searchFor('');

  /** Presses an arrow key until the line of the tree with this title has the focus. */
  function arrowTo(title: string, key = 'ArrowDown') {
    for (let left = items().length; left > 0; left--) {
      if (document.activeElement?.getAttribute('aria-label')?.startsWith(title)) return;
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    }
    throw new Error(`the arrow does not come to ${title}`);
  }
  await item('栏目管理');
  items()[0]?.focus();
  arrowTo('栏目管理');
  await user.keyboard('{ArrowRight}');
  await waitFor(async () => expect((await item('栏目管理')).getAttribute('aria-expanded')).toBe('true'));
  arrowTo('栏目列表');
  await user.keyboard(' ');
  await isChecked('栏目列表', 'true');
  await isChecked('打开页面', 'true');
  expect((await item('栏目管理')).getAttribute('aria-label')).toMatch(/^栏目管理, 3 \/ \d+$/);

  // The screen's own box checks everything below it, then unchecks it.
  arrowTo('栏目管理', 'ArrowUp');
  for (const state of ['true', 'false']) {
    await user.keyboard(' ');
    await isChecked('栏目管理', state);
  }
  fireEvent.click(await item('栏目列表'));
  fireEvent.click(await item('新增栏目'));
  await press('保存');
  await told('保存成功');
  const made = await row('栏目编辑');
  await waitFor(() => expect([...made.cells].map(({ textContent }) => textContent)).toContain('3'));
});

it('an editor of one column who may not publish is made in six clicks, and sees and may do no more', async () => {
  const column = async (title: string, pid = 0) =>
    (await server.data('base.base/addColumn', { title, model: 'article', pid })).id;
  const centre = await column('新闻中心');
  const ids = { 内部: await column('公司新闻', centre), 外部: await column('关于我们') };
  for (const [title, col_id] of Object.entries(ids))
    await server.data('base.content/addArticle', { title: `${title}文章`, col_id, source: '来源' });

  let console = await openConsole(server, '/authGroup');
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'link' | 'button' | 'menuitem' | 'combobox' | 'option') => {
    clicks++;
    const [found] = await screen.findAllByRole(role, { name });
    await console.user.click(found as HTMLElement);
  };
  await click(/^新增/, 'link');
  await fill('角色名称 *', '新闻编辑');
  await click('从预设开始', 'button');
  await click(/^编辑/, 'menuitem');
  await waitFor(async () => expect((await cell('文章：编辑')).checked).toBe(true));
  expect((await cell('文章：发布')).checked).toBe(false);
  await click('只限这些栏目', 'combobox');
  await click(/新闻中心/, 'option');
  await click('保存', 'button');
  await told('保存成功');
  expect(clicks).toBe(6);
  console.unmount();

  const roles = await server.data<{ id: number; title: string }[]>('base.admin/getRoleList');
  const role = roles.find(({ title }) => title === '新闻编辑')?.id as number;
  const { token } = await server.makeAdmin(role);
  console = await openConsole(server, '/content/article', { token });
  await row('内部文章');
  expect(findRow('外部文章')).toBeUndefined();
  expect(count('button', '删除')).toBe(0);
  await openRow('内部文章');
  await titleField();
  const article = console.address();
  await waitFor(() => expect(count('button', '保存')).toBeGreaterThan(0));
  expect(document.querySelector('[data-field=source]')).not.toBeNull();
  expect(called('button', '发布').map(({ textContent }) => textContent)).not.toContain('发布');
  console.unmount();

  console = await openConsole(server, '/authGroup');
  await openRow('新闻编辑');
  // Before a role is saved, the form says which rights it loses and how many administrators that affects.
  fireEvent.click(await cell('产品：查看'));
  await screen.findByText(/^保存后，立即影响此角色的 1 位管理员：/);
  await screen.findByText(/失去：产品的查看、新增、编辑/);
  await choose('添加要隐藏或设为只读的字段', '文章：来源');
  await press('保存');
  await told('保存成功');
  console.unmount();
  await openConsole(server, article, { token });
  await titleField();
  expect(document.querySelector('[data-field=source]')).toBeNull();
});

it('who is given a role changes the first password, and has its menu, screens and buttons alone', async () => {
  const id = await server.makeRole(['/columnList', 'base.base/getColumnList', 'base.base/addColumn']);
  await server.data('base.admin/edit_role', { id, title: '栏目专员' });
  const { unmount } = await openConsole(server, '/adminList');
  await add();
  await fill('用户名 *', 'lin');
  await fill('密码 *', 'first-choice-7');
  await screen.findByText(/对方首次登录时须更改此密码/);
  fireEvent.mouseDown(await within(await panel()).findByRole('combobox', { name: /^角色/ }));
  fireEvent.click(await screen.findByRole('option', { name: '栏目专员' }));
  await press('保存');
  await told('保存成功');
  await within(await row('lin')).findByText('栏目专员');
  unmount();
  session.end();

  await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const { user, goTo } = await openConsole(server, '/Login', { token: '' });
  fireEvent.change(await screen.findByPlaceholderText('登录账户'), { target: { value: 'lin' } });
  await user.type(screen.getByPlaceholderText('登录密码'), 'first-choice-7{Enter}');
  await fill(/^当前密码/, 'first-choice-7');
  await fill('新密码 *', 'second-choice-8');
  await fill(/^再次输入新密码/, 'second-choice-8');
  expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
  await press('保存新密码');
  await screen.findByRole('navigation', { name: '主菜单' });
  await waitFor(() => expect(linksIn('主菜单')).toEqual(['首页', '栏目']));

  fireEvent.click(within(screen.getByRole('navigation', { name: '主菜单' })).getByText('栏目'));
  await row('新闻');
  await waitFor(() => expect(count('a', '新增')).toBeGreaterThan(0));
  expect([count('button', '删除'), count('a', '编辑')]).toEqual([0, 0]);

  await goTo('/adminList');
  await screen.findByRole('heading', { name: '您没有这项权限' });
  await screen.findByText('需要“查看管理员”的权限，请联系管理员。');
  expect(part('main code').textContent).toContain('base.admin/getAdminList');
  expect(document.querySelector('tr')).toBeNull();
});

it('of the super administrator’s role a second factor can be demanded and nothing else changed, a role in use says whose it is, and one cannot shut oneself out', async () => {
  const groupId = await server.makeRole(['/columnList']);
  await server.data('base.admin/edit_role', { id: groupId, title: '在用的' });
  await server.makeAdmin(groupId);
  const { address, goTo } = await openConsole(server, '/authGroup');
  await row('在用的');
  expect(count('button', '删除', await row('超级管理员'))).toBe(0);
  await openRow('超级管理员');
  const form = await panel();
  await within(form).findByText(/内置的超级管理员角色拥有全部权限/);
  const name = await within(form).findByLabelText<HTMLInputElement>(/^角色名称/);
  expect(name.disabled || name.readOnly).toBe(true);
  expect(form.querySelectorAll('[role=switch]')).toHaveLength(2); // of which one can be set
  fireEvent.click(within(form).getByLabelText('要求两步验证'));
  await fill(/几天之内设置/, '91', form);
  await press('保存');
  await within(form).findByText(/90/);
  await fill(/几天之内设置/, '30', form);
  await press('保存');
  await waitFor(() => expect(address()).toMatch(/^\/authGroup(\?|$)/));
  await server.data('base.admin/edit_role', { id: 1, factor: 0 });

  await press('删除 在用的');
  const question = await dialog(/删除/);
  await press('删除', question);
  const line = await screen.findByRole('link', { name: '管理员 1 个' });
  expect(count('button', '删除', line.closest('[role=dialog]') as HTMLElement)).toBe(0);
  fireEvent.click(line);
  await waitFor(() => expect(address()).toMatch(/^\/adminList\?/));
  await waitFor(() => expect(document.querySelectorAll('tr')).toHaveLength(2));

  await goTo('/adminList?filter={}');
  const own = await row('admin');
  await within(own).findByText('我');
  expect(count('button', '删除', own)).toBe(0);
  expect((await switchIn(own)).disabled).toBe(true);
});

it('who has more rights is told as out of reach before one types, and rules that one lacks cannot be given', async () => {
  const calls = [
    'getAdminList',
    'addAdmin',
    'editAdmin',
    'deleteAdmin',
    'getRoleList',
    'create_role',
    'edit_role',
    'getRuleList',
  ];
  const manages = ['/adminList', '/authGroup', ...calls.map((name) => `base.admin/${name}`)];
  const { token } = await server.makeAdmin(await server.makeRole(manages));
  const { goTo } = await openConsole(server, '/adminList', { token });
  const strong = await row('admin');
  await within(strong).findByLabelText('此管理员拥有您没有的权限，您不能修改或删除。');
  expect(count('button', '删除', strong)).toBe(0);
  expect((await switchIn(strong)).disabled).toBe(true);
  await openRow('admin');
  const form = within(await panel());
  await form.findByText(/此管理员拥有您没有的权限/);
  await form.findByLabelText(/^用户名/);
  expect(form.queryByLabelText(/^密码/)).toBeNull();
  expect(count('button', '保存')).toBe(0);

  await goTo('/adminList/create');
  await screen.findByLabelText('密码 *');
  fireEvent.mouseDown(await within(await panel()).findByRole('combobox', { name: /^角色/ }));
  const above = () => screen.getByRole('option', { name: /^超级管理员/ });
  await waitFor(() => expect(above().getAttribute('aria-disabled')).toBe('true'));

  await goTo('/authGroup/create');
  expect((await cell('栏目：查看')).disabled).toBe(true);
  expect((await cell('管理员：新增')).disabled).toBe(false);
  await openTree();
  const line = await item('栏目管理');
  expect(line.getAttribute('aria-disabled')).toBe('true');
  expect(line.getAttribute('aria-label')).toContain('您没有这项权限');
  fireEvent.click(line);
  expect((await item('栏目管理')).getAttribute('aria-checked')).toBe('false');
});

it('a rule that guards nothing is marked, and a call without a rule is told, with the way to make it', async () => {
  await server.data('base.admin/create_rule', { title: '旧的入口', path: '/oldEntry' });
  await server.database.db.deleteFrom('rule').where('path', '=', 'base.base/deleteNav').execute();
  await openConsole(server, '/authRulesGroup');
  fireEvent.mouseOver(await within(await row('旧的入口')).findByText('无'));
  await within(await screen.findByRole('tooltip')).findByText(/此路径既不是页面，也不是接口/);
  const missing = '1 个页面或接口没有权限规则';
  const notice = (await screen.findByText(new RegExp(missing))).closest('[role=alert]') as HTMLElement;
  await within(notice).findByText('base.base/deleteNav');
  fireEvent.click(within(notice).getByRole('link', { name: '添加规则 base.base/deleteNav' }));
  const path = () => screen.findByLabelText<HTMLInputElement>('路径 *');
  await waitFor(async () => expect((await path()).value).toBe('base.base/deleteNav'));
  await press('保存');
  await told('保存成功');
  await waitFor(() => expect(document.body.textContent).not.toContain(missing));

  // A rule that comes with the system can neither change its path nor be deleted.
  await openRow('栏目管理');
  await waitFor(async () => expect((await path()).disabled || (await path()).readOnly).toBe(true));
  expect(count('button', '删除 栏目管理')).toBe(0);
  await press('关闭');
  await press('删除 旧的入口');
  await press('删除', await dialog(/删除/));
  await waitFor(() => expect(findRow('旧的入口')).toBeUndefined());
});

it('a second factor whose device is lost is ended in the form of its administrator', async () => {
  const admin = await server.makeAdmin(await server.makeRole(['/columnList']));
  await turnOnFactor(server, admin);
  await openConsole(server, `/adminList/${admin.id}`);
  await press('关闭两步验证');
  await press('关闭两步验证', await dialog(`关闭“${admin.username}”的两步验证？`));
  await told('两步验证已关闭');
  await screen.findByText(/未开启/);
  await waitFor(() => expect(count('button', '关闭两步验证')).toBe(0));
  // The password alone is enough again.
  await server.signIn(admin.username, admin.password);
});

it('a token for a program is made in the dialog of one’s account, shown once, and ended there', async () => {
  const role = await server.makeRole(['/content', 'base.content/getContentList?model=article']);
  await server.data('base.admin/edit_role', { id: role, title: '报表' });
  const own = await server.signIn('admin', server.password);
  const { user } = await openConsole(server, '/home', { token: own });
  await user.click(await screen.findByRole('button', { name: /^个人中心/ }));
  await user.click(await screen.findByRole('button', { name: /^程序令牌/ }));
  const tokens = await dialog('程序令牌');
  await press('新增令牌', tokens);
  await fill(/^用途/, '月报', tokens);
  // The input appears once the roles have been read.
  const ofRole = await within(tokens).findByRole('combobox', { name: /^角色/ });
  await press('生成令牌', tokens);
  await waitFor(() => expect(within(tokens).getAllByText(/必填/)).toHaveLength(1));
  fireEvent.mouseDown(ofRole);
  fireEvent.click(await screen.findByRole('option', { name: '报表' }));
  await endConfirmation(server, own);
  await press('生成令牌', tokens);
  await user.type(await within(await dialog('确认是您本人')).findByLabelText(/当前密码/), `${server.password}{Enter}`);
  const shown = async () => (await within(tokens).findByLabelText<HTMLInputElement>('令牌')).value;
  const token = await shown();
  await user.keyboard('{Escape}');
  expect(await shown()).toBe(token);
  const asked = async (path: string, params = {}) =>
    (await server.call(path, params, { token: `Bearer ${token}` })).status;
  const list = 'base.content/getContentList';
  expect([await asked(list, { model: 'article' }), await asked(list, { model: 'product' })]).toEqual([200, 403]);
  await press('已保存', tokens);
  await within(tokens).findByText(/月报 · 报表/);
  await press('撤销 月报', tokens);
  await press('撤销', await dialog(/^撤销令牌/));
  await waitFor(() => expect(within(tokens).queryByText(/月报 · 报表/)).toBeNull());
  expect(await asked(list, { model: 'article' })).toBe(401);
});

it('a refusal names the right and who can give it, in the page, the toast and the form', async () => {
  const rules = ['/navList', ...['getNavList', 'getAllNavList', 'getNavGroup'].map((name) => `base.base/${name}`)];
  const role = await server.makeRole([...rules, 'base.base/editNav']);
  const ids = await server.ruleIds();
  const setRules = (paths: string[]) =>
    server.data('base.admin/edit_role', { id: role, rule_method: paths.map((path) => ids.get(path)).join() });
  const take = () => setRules(rules);
  const manages = ['/authGroup', 'base.admin/edit_role', ...rules, 'base.base/editNav'];
  const manager = await server.makeAdmin(await server.makeRole(manages));
  await server.data('base.admin/editAdmin', { id: manager.id, nickname: '林主管' });
  const { id: group_id } = await server.data('base.base/addNavGroup', { title: '主导航' });
  const { id } = await server.data('base.base/addNav', { title: '关于', group_id, url: '/' });
  const { token } = await server.makeAdmin(role);

  const { goTo, unmount } = await openConsole(server, '/adminList', { token });
  // Only super administrators hold this right and may edit roles.
  await screen.findByText(/可以请 admin 授予。/);

  await goTo('/navList?filter={}');
  const line = await row('关于');
  const [shown] = await within(line).findAllByRole('switch');
  await take();
  fireEvent.click(shown as HTMLElement);
  await told('您没有“编辑导航”的权限，请联系管理员。 可以请 林主管、admin 授予。');
  unmount();

  await setRules([...rules, 'base.base/editNav']);
  await openConsole(server, `/navList/${id}`, { token }); // with the rights as they are now
  await fill('导航名称 *', '关于我们');
  await take();
  await press('保存');
  // The form is read-only from now on, and says whom to ask.
  const sentence = await screen.findByText(/只能查看：您没有“编辑导航”的权限。/);
  await within(sentence.closest('[role=alert]') as HTMLElement).findByText(/可以请 林主管、admin 授予。/);
});
