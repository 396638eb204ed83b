import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, navigate, signIn, useBrowser } from '../support/browser.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { turnOnFactor } from '../support/factor.ts';
import { useServer } from '../support/server.ts';
import { button, poll } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

/** The super administrator's page, or one of somebody else's own. */
async function open(path: string, token?: string) {
  if (!token) {
    await beginAt(stayed.page, path);
    return stayed.page;
  }
  const page = await browser.open();
  await enter(page, { url: server.url, token }, path);
  return page;
}
const panel = (page: Page) => page.getByRole('dialog');
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const item = (page: Page, title: string) => page.getByRole('treeitem', { name: title });
const left = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
/** Opens the tree of all rules below the matrix. */
const advanced = (page: Page) => page.getByRole('button', { name: '高级：全部权限规则' });
const cell = (page: Page, name: string) => page.getByRole('checkbox', { name });
const saved = (page: Page) => page.getByText('保存成功').waitFor();

/** Goes to a line of the tree by the arrow alone. */
async function arrowTo(page: Page, title: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await page.keyboard.press('Home');
  for (let left = await page.getByRole('treeitem').count(); left > 0; left--) {
    if ((await focused()).startsWith(title)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrow does not come to ${title}`);
}

test('a role is made in the tree of rules, by mouse, search and keyboard; its half-checked screens say how much they hold', async () => {
  const page = await open('/authGroup');
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await page.getByLabel('角色名称 *').fill('栏目编辑');
  await advanced(page).click();
  const screen = item(page, '栏目管理');
  expect(await screen.getAttribute('aria-expanded')).toBe('false');

  await page.getByRole('searchbox', { name: '搜索权限' }).fill('addColumn');
  // The screen, its opening, and the call.
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(3);
  await item(page, '新增栏目').click();
  // A call brings its screen along.
  await expect.poll(() => screen.getAttribute('aria-checked')).toBe('mixed');
  await page.getByText(/^已选 2 \/ \d+$/).waitFor();
  await page.getByRole('searchbox', { name: '搜索权限' }).fill('没有这样的规则');
  await page.getByText('没有匹配的权限').waitFor();
  await page.getByRole('searchbox', { name: '搜索权限' }).fill('');

  await page.getByRole('treeitem').first().focus();
  await arrowTo(page, '栏目管理');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => screen.getAttribute('aria-expanded')).toBe('true');
  await arrowTo(page, '栏目列表');
  await page.keyboard.press('Space');
  await expect.poll(() => item(page, '栏目列表').getAttribute('aria-checked')).toBe('true');
  expect(await item(page, '打开页面').getAttribute('aria-checked')).toBe('true');
  expect(await screen.getAttribute('aria-label')).toMatch(/^栏目管理, 3 \/ \d+$/);

  // All of it by the screen's own box, and none of it again.
  await arrowTo(page, '栏目管理');
  for (const state of ['true', 'false']) {
    await page.keyboard.press('Space');
    await expect.poll(() => screen.getAttribute('aria-checked')).toBe(state);
  }
  await item(page, '栏目列表').click();
  await item(page, '新增栏目').click();
  await button(page, '保存').click();
  await saved(page);
  await expect.poll(() => row(page, '栏目编辑').getByRole('cell').allTextContents()).toContain('3');
});

test('an editor of one column who may not publish is made in six clicks, and sees and may do no more', async () => {
  const column = async (title: string, pid = 0) =>
    (await server.data('base.base/addColumn', { title, model: 'article', pid })).id;
  const centre = await column('新闻中心');
  const ids = { 内部: await column('公司新闻', centre), 外部: await column('关于我们') };
  for (const [title, col_id] of Object.entries(ids))
    await server.data('base.content/addArticle', { title: `${title}文章`, col_id, source: '来源' });

  const page = await open('/authGroup');
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'link' | 'button' | 'menuitem' | 'combobox' | 'option') => {
    clicks++;
    await page.getByRole(role, { name }).first().click();
  };
  await click(/^新增/, 'link');
  await page.getByLabel('角色名称 *').fill('新闻编辑');
  await click('从预设开始', 'button');
  await click(/^编辑/, 'menuitem');
  expect(await cell(page, '文章：编辑').isChecked()).toBe(true);
  expect(await cell(page, '文章：发布').isChecked()).toBe(false);
  await click('只限这些栏目', 'combobox');
  await click(/新闻中心/, 'option');
  await click('保存', 'button');
  await saved(page);
  expect(clicks).toBe(6);

  const roles = await server.data<{ id: number; title: string }[]>('base.admin/getRoleList');
  const role = roles.find(({ title }) => title === '新闻编辑')?.id as number;
  const { token } = await server.makeAdmin(role);
  const own = await open('/content/article', token);
  await row(own, '内部文章').waitFor();
  expect(await row(own, '外部文章').count()).toBe(0);
  expect(await own.getByRole('button', { name: /^删除/ }).count()).toBe(0);
  await row(own, '内部文章').getByRole('link', { name: '内部文章', exact: true }).click();
  await panel(own).locator('[data-field=title] input').waitFor();
  expect(await button(own, '发布').count()).toBe(0);

  // The administrator then views the console as the role.
  await button(page, '以“新闻编辑”的身份查看').click();
  const bar = page.getByRole('status').filter({ hasText: '以“新闻编辑”的身份查看，只读' });
  await bar.waitFor();
  await navigate(page, '/content/article');
  await bar.waitFor();
  await row(page, '内部文章').waitFor();
  expect(await row(page, '外部文章').count()).toBe(0);
  await row(page, '内部文章').getByRole('link', { name: '内部文章', exact: true }).click();
  await panel(page).locator('[data-field=title] input').fill('改了');
  await button(page, '保存').click();
  await page.getByText('您正在以他人身份查看，不能修改').first().waitFor();
  await panel(page).getByRole('button', { name: '关闭' }).click();
  await bar.getByRole('button', { name: '结束查看' }).click();
  await bar.waitFor({ state: 'detached' });
  await navigate(page, '/authGroup');
  await row(page, '新闻编辑').getByRole('link', { name: '新闻编辑', exact: true }).click();
  // What is taken from a role is said before it is saved, with the number of those whom it concerns.
  await cell(page, '产品：查看').click();
  const told = panel(page).getByText('保存后，立即影响此角色的 1 位管理员：');
  await told.waitFor();
  await panel(page).getByText('失去：产品的查看、新增、编辑').waitFor();
  await panel(page).getByRole('combobox', { name: '添加要隐藏或设为只读的字段' }).click();
  await page.getByRole('option', { name: '文章：来源', exact: true }).click();
  await button(page, '保存').click();
  await saved(page);
  await own.reload();
  await panel(own).locator('[data-field=title] input').waitFor();
  expect(await own.locator('[data-field=source]').count()).toBe(0);
});

test('who is given a role changes the first password, and has its menu, screens and buttons alone', async () => {
  const id = await server.makeRole(['/columnList', 'base.base/getColumnList', 'base.base/addColumn']);
  await server.data('base.admin/edit_role', { id, title: '栏目专员' });
  const page = await open('/adminList');
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await page.getByLabel('用户名 *').fill('lin');
  await page.getByLabel('密码 *').fill('first-choice-7');
  await page.getByText('对方首次登录时须更改此密码').waitFor();
  await panel(page).getByRole('combobox', { name: /^角色/ }).click();
  await page.getByRole('option', { name: '栏目专员' }).click();
  await button(page, '保存').click();
  await saved(page);
  await row(page, 'lin').getByText('栏目专员').waitFor();

  await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const own = await browser.open();
  const refused: string[] = [];
  own.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await signIn(own, server.url, 'first-choice-7', 'lin');
  await own.getByLabel('当前密码').waitFor();
  await own.reload();
  await own.getByLabel('当前密码').fill('first-choice-7');
  expect(refused).toEqual([]);
  await own.getByLabel('新密码 *', { exact: true }).fill('second-choice-8');
  await own.getByLabel('再次输入新密码').fill('second-choice-8');
  expect(await left(own).count()).toBe(0);
  await button(own, '保存新密码').click();
  await left(own).getByRole('link', { name: '栏目' }).waitFor();
  expect(await left(own).getByRole('link').allTextContents()).toEqual(['首页', '栏目']);

  await left(own).getByRole('link', { name: '栏目' }).click();
  await own.getByRole('link', { name: '新闻', exact: true }).waitFor();
  await own.getByRole('link', { name: /^新增/ }).first().waitFor();
  expect(await own.getByRole('button', { name: /^删除/ }).count()).toBe(0);
  expect(await own.getByRole('link', { name: /^编辑/ }).count()).toBe(0);

  await navigate(own, '/adminList');
  await own.getByRole('heading', { name: '您没有这项权限' }).waitFor();
  await own.getByText('需要“查看管理员”的权限，请联系管理员。').waitFor();
  await own.getByText('base.admin/getAdminList').waitFor();
  expect(await own.getByRole('row').count()).toBe(0);
});

test('of the super administrator’s role a second factor can be demanded and nothing else changed, a role in use says whose it is, and one cannot shut oneself out', async () => {
  const groupId = await server.makeRole(['/columnList']);
  await server.data('base.admin/edit_role', { id: groupId, title: '在用的' });
  await server.makeAdmin(groupId);
  const page = await open('/authGroup');
  await row(page, '在用的').waitFor();
  const builtIn = row(page, '超级管理员');
  expect(await builtIn.getByRole('button', { name: /^删除/ }).count()).toBe(0);
  await builtIn.getByRole('link', { name: '超级管理员', exact: true }).click();
  await panel(page).getByText('内置的超级管理员角色拥有全部权限').waitFor();
  expect(await panel(page).getByLabel('角色名称').isEditable()).toBe(false);
  expect(await panel(page).getByRole('switch').count()).toBe(2); // of which one can be set
  await panel(page).getByLabel('要求两步验证').check();
  await panel(page).getByLabel('几天之内设置').fill('91');
  await button(page, '保存').click();
  await panel(page).getByText(/90/).waitFor();
  await panel(page).getByLabel('几天之内设置').fill('30');
  await button(page, '保存').click();
  await page.waitForURL(/authGroup$|authGroup\?/);
  await server.data('base.admin/edit_role', { id: 1, factor: 0 });

  await button(page, '删除 在用的').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  const line = page.getByRole('dialog').getByRole('link', { name: '管理员 1 个' });
  await line.waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: '删除' }).count()).toBe(0);
  await line.click();
  await page.waitForURL('**/adminList?**');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);

  await navigate(page, '/adminList?filter={}');
  const own = row(page, 'admin');
  await own.getByText('我', { exact: true }).waitFor();
  expect(await own.getByRole('button', { name: /^删除/ }).count()).toBe(0);
  expect(await own.getByRole('switch').isDisabled()).toBe(true);
});

test('who has more rights is told as out of reach before one types, and rules that one lacks cannot be given', async () => {
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
  const manager = await server.makeAdmin(await server.makeRole(manages));
  const page = await open('/adminList', manager.token);
  const strong = row(page, 'admin');
  await strong.getByRole('img', { name: '此管理员拥有您没有的权限，您不能修改或删除。' }).waitFor();
  expect(await strong.getByRole('button', { name: /^删除/ }).count()).toBe(0);
  expect(await strong.getByRole('switch').isDisabled()).toBe(true);
  await strong.getByRole('link', { name: 'admin', exact: true }).click();
  await panel(page).getByText('此管理员拥有您没有的权限').waitFor();
  await panel(page).getByLabel('用户名').waitFor();
  expect(await panel(page).getByLabel('密码').count()).toBe(0);
  expect(await button(page, '保存').count()).toBe(0);

  await navigate(page, '/adminList/create');
  await panel(page).getByRole('combobox', { name: /^角色/ }).click();
  const above = page.getByRole('option', { name: /^超级管理员/ });
  await above.waitFor();
  expect(await above.getAttribute('aria-disabled')).toBe('true');

  await navigate(page, '/authGroup/create');
  expect(await cell(page, '栏目：查看').isDisabled()).toBe(true);
  expect(await cell(page, '管理员：新增').isDisabled()).toBe(false);
  await advanced(page).click();
  const screen = item(page, '栏目管理');
  await screen.waitFor();
  expect(await screen.getAttribute('aria-disabled')).toBe('true');
  expect(await screen.getAttribute('aria-label')).toContain('您没有这项权限');
  await screen.click({ force: true });
  expect(await screen.getAttribute('aria-checked')).toBe('false');
});

test('a rule that guards nothing is marked, and a call without a rule is told, with the way to make it', {
  timeout: 120_000,
}, async () => {
  await server.data('base.admin/create_rule', { title: '旧的入口', path: '/oldEntry' });
  await server.database.db.deleteFrom('rule').where('path', '=', 'base.base/deleteNav').execute();
  const page = await open('/authRulesGroup');
  const stray = row(page, '旧的入口');
  await stray.getByText('无', { exact: true }).hover();
  await page.getByRole('tooltip').getByText('此路径既不是页面，也不是接口').waitFor();
  const notice = page.getByRole('alert').filter({ hasText: '1 个页面或接口没有权限规则' });
  await notice.getByText('base.base/deleteNav').waitFor();
  await notice.getByRole('link', { name: '添加规则 base.base/deleteNav' }).click();
  await expect.poll(() => page.getByLabel('路径 *').inputValue()).toBe('base.base/deleteNav');
  await button(page, '保存').click();
  await saved(page);
  await notice.waitFor({ state: 'detached' });

  // What the system brings keeps its path and stays.
  await row(page, '栏目管理').getByRole('link', { name: '栏目管理', exact: true }).click();
  expect(await panel(page).getByLabel('路径 *').isEditable()).toBe(false);
  expect(await button(page, '删除 栏目管理').count()).toBe(0);
  await panel(page).getByRole('button', { name: '关闭' }).click();
  await button(page, '删除 旧的入口').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await stray.waitFor({ state: 'detached' });
});

test('new rules of a role are there within ten seconds without a reload, and who is disabled is out at the next request', async () => {
  const role = await server.makeRole(['/columnList', 'base.base/getColumnList']);
  const ids = await server.ruleIds();
  const rule_method = ['/navList', 'base.base/getNavList', 'base.base/getNavGroup'].map((path) => ids.get(path));
  const admin = await server.makeAdmin(role);
  const page = await browser.open();
  await page.clock.install();
  await enter(page, { url: server.url, token: admin.token }, '/columnList');
  await left(page).getByRole('link', { name: '栏目' }).waitFor();
  // The first one tells what the rights are.
  await poll(page);
  await server.data('base.admin/edit_role', { id: role, rule_method });
  await poll(page);
  await left(page).getByRole('link', { name: '导航' }).waitFor();
  expect(await left(page).getByRole('link', { name: '栏目' }).count()).toBe(0);

  await server.data('base.admin/editAdmin', { id: admin.id, status: 0 });
  // Not by a click: a request of the frame's own may be the next one, and the menu is gone then.
  await navigate(page, '/navList');
  await page.waitForURL('**/rTopAdmin/Login');
  await page.getByText('用户信息无效，请重新登录').waitFor();
});

test('a second factor whose device is lost is ended in the form of its administrator', async () => {
  const admin = await server.makeAdmin(await server.makeRole(['/columnList']));
  await turnOnFactor(server, admin);
  const page = await open(`/adminList/${admin.id}`);
  await button(page, '关闭两步验证').click();
  const ask = page.getByRole('dialog', { name: `关闭“${admin.username}”的两步验证？` });
  await ask.getByRole('button', { name: '关闭两步验证' }).click();
  await page.getByText('两步验证已关闭').waitFor();
  await panel(page).getByText('未开启').waitFor();
  expect(await button(page, '关闭两步验证').count()).toBe(0);
  // The password alone is enough again.
  await server.signIn(admin.username, admin.password);
});

test('a token for a program is made in the dialog of one’s account, shown once, and ended there', async () => {
  const role = await server.makeRole(['/content', 'base.content/getContentList?model=article']);
  await server.data('base.admin/edit_role', { id: role, title: '报表' });
  const page = await open('/home');
  await page.getByRole('button', { name: /^个人中心/ }).click();
  await page.getByRole('button', { name: /^程序令牌/ }).click();
  const dialog = page.getByRole('dialog', { name: '程序令牌' });
  await dialog.getByRole('button', { name: '新增令牌' }).click();
  await dialog.getByLabel('用途').fill('月报');
  await dialog.getByRole('button', { name: '生成令牌' }).click();
  await expect.poll(() => dialog.getByText('必填').count()).toBe(1);
  await dialog.getByRole('combobox', { name: /^角色/ }).click();
  await page.getByRole('option', { name: '报表' }).click();
  await endConfirmation(server, server.token);
  await dialog.getByRole('button', { name: '生成令牌' }).click();
  await page.getByRole('dialog', { name: '确认是您本人' }).getByLabel('当前密码').fill(server.password);
  await page.keyboard.press('Enter');
  const token = await dialog.getByLabel('令牌', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  expect(await dialog.getByLabel('令牌', { exact: true }).inputValue()).toBe(token);
  const asked = async (path: string, params = {}) =>
    (await server.call(path, params, { token: `Bearer ${token}` })).status;
  const list = 'base.content/getContentList';
  expect([await asked(list, { model: 'article' }), await asked(list, { model: 'product' })]).toEqual([200, 403]);
  await dialog.getByRole('button', { name: '已保存' }).click();
  await dialog.getByText('月报 · 报表').waitFor();
  await dialog.getByRole('button', { name: '撤销 月报' }).click();
  const ask = page.getByRole('dialog', { name: /^撤销令牌/ });
  await ask.getByRole('button', { name: '撤销' }).click();
  // Below the question the dialog is hidden, with all that it holds.
  await ask.waitFor({ state: 'detached' });
  await dialog.waitFor();
  await dialog.getByText('月报 · 报表').waitFor({ state: 'detached' });
  expect(await asked(list, { model: 'article' })).toBe(401);
});

test('a refusal names the right and who can give it, in the page, the toast and the form', async () => {
  const rules = ['/navList', ...['getNavList', 'getAllNavList', 'getNavGroup'].map((name) => `base.base/${name}`)];
  const role = await server.makeRole([...rules, 'base.base/editNav']);
  const ids = await server.ruleIds();
  const take = () =>
    server.data('base.admin/edit_role', { id: role, rule_method: rules.map((path) => ids.get(path)).join() });
  const manages = ['/authGroup', 'base.admin/edit_role', ...rules, 'base.base/editNav'];
  const manager = await server.makeAdmin(await server.makeRole(manages));
  await server.data('base.admin/editAdmin', { id: manager.id, nickname: '林主管' });
  const { id: group_id } = await server.data('base.base/addNavGroup', { title: '主导航' });
  const { id } = await server.data('base.base/addNav', { title: '关于', group_id, url: '/' });
  const { token } = await server.makeAdmin(role);

  const page = await open('/adminList', token);
  // Only super administrators may list administrators and edit roles.
  await page.getByText('可以请 admin 授予。').waitFor();

  await navigate(page, '/navList?filter={}');
  await row(page, '关于').getByRole('switch').first().waitFor();
  await take();
  await row(page, '关于').getByRole('switch').first().click();
  await page.getByText('您没有“编辑导航”的权限，请联系管理员。 可以请 林主管、admin 授予。').waitFor();

  await server.data('base.admin/edit_role', {
    ...{ id: role, rule_method: [...rules, 'base.base/editNav'].map((path) => ids.get(path)).join() },
  });
  await page.goto(`${server.url}/rTopAdmin/navList/${id}`); // with the rights as they are now
  await page.getByLabel('导航名称 *').fill('关于我们');
  await take();
  await button(page, '保存').click();
  // The form is only shown from now on, and says whom to ask.
  const alert = panel(page).getByRole('alert').filter({ hasText: '只能查看：您没有“编辑导航”的权限。' });
  await alert.getByText('可以请 林主管、admin 授予。').waitFor();
});
