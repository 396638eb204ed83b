import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../proof/specification.ts';
import { enter, navigate, useBrowser } from '../support/browser.ts';
import { contentRules, useServer } from '../support/server.ts';
import { poll } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

async function open(path: string, token = server.token) {
  const page = await browser.open();
  await enter(page, { url: server.url, token }, path);
  return page;
}
const menu = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link');
const entries = (page: Page, name: string) => expect.poll(() => menu(page, name).allTextContents());

test('the role decides what stands in the top, the left and the second-level menu', async () => {
  const { token } = await server.makeAdmin(
    await server.makeRole([...contentRules, 'base.User/list', 'base.User/historyList']),
  );
  const page = await open('/home', token);
  await entries(page, '顶部菜单').toEqual(['网站', '用户']);
  await entries(page, '主菜单').toEqual(['首页', '内容']);
  await menu(page, '主菜单').filter({ hasText: '内容' }).click();
  await page.waitForURL('**/content/article*');
  await entries(page, '内容').toEqual(expect.arrayContaining(['文章', '产品']));
  await menu(page, '顶部菜单').filter({ hasText: '用户' }).click();
  await entries(page, '主菜单').toEqual(['用户', '浏览记录']);
});

test('a screen whose rule is not shown is in nobody’s menu within ten seconds, and still opens by its address', {
  timeout: 120_000,
}, async () => {
  const page = await browser.open();
  await page.clock.install();
  await enter(page, server, '/authRulesGroup');
  const rule = page.getByRole('row').filter({ has: page.getByRole('link', { name: '广告管理', exact: true }) });
  await rule.getByRole('switch').waitFor();
  await poll(page);
  await Promise.all([page.waitForResponse('**/api/base.admin/edit_rule'), rule.getByRole('switch').click()]);
  await poll(page);
  await menu(page, '顶部菜单').filter({ hasText: '网站' }).click();
  await menu(page, '主菜单').filter({ hasText: '导航' }).waitFor();
  expect(await menu(page, '主菜单').allTextContents()).not.toContain('广告');
  await page.goto(`${server.url}/rTopAdmin/advertise`);
  await page.getByRole('link', { name: /^新增/ }).first().waitFor();
});

test('a stored place is restored on load; one that the role may no longer see leads home', async () => {
  const columns = await server.makeRole(['/columnList', 'base.base/getColumnList']);
  const admin = await server.makeAdmin(columns);
  const page = await open('/columnList', admin.token);
  await menu(page, '主菜单').filter({ hasText: '栏目' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('rtop.history')?.includes('/columnList'));
  await page.goto(`${server.url}/rTopAdmin/`);
  await page.waitForURL('**/rTopAdmin/columnList*');

  const navigation = await server.makeRole(['/navList', 'base.base/getNavList']);
  await server.data('base.admin/editAdmin', { id: admin.id, groupId: navigation });
  // The session ends with the role.
  await enter(page, { url: server.url, token: await server.signIn(admin.username, admin.password) }, '/');
  await page.waitForURL('**/rTopAdmin/home');
  await entries(page, '主菜单').toEqual(['首页', '导航']);
});

test('every screen that the role lacks, typed in as an address, is a plain page that names the missing rule', {
  timeout: 90_000,
}, async () => {
  const { token } = await server.makeAdmin(await server.makeRole([]));
  const page = await open('/recycle', token);
  await entries(page, '主菜单').toEqual(['首页']);
  const everyones = ['/home', '/404-In'];
  const screens = paths.filter(({ path }) => !everyones.includes(path)).map(({ path }) => path);
  const refused = page.getByRole('heading', { name: '您没有这项权限' });
  await refused.waitFor();
  for (const path of [...screens, '/recycle']) {
    await navigate(page, '/home');
    await refused.waitFor({ state: 'detached' });
    await navigate(page, path);
    await refused.waitFor();
    expect(await page.locator('main code').textContent(), path).toMatch(/(\/|base\.)\w+/);
  }
});
