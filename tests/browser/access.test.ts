import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, navigate, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { button, poll } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const left = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const menu = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link');

test('an administrator views the console as a role, which loads it anew, reads alone, and ends it', async () => {
  const column = async (title: string) => (await server.data('base.base/addColumn', { title, model: 'article' })).id;
  const ids = { 内部: await column('公司新闻'), 外部: await column('关于我们') };
  for (const [title, col_id] of Object.entries(ids))
    await server.data('base.content/addArticle', { title: `${title}文章`, col_id });
  const lists = 'base.content/getContentList?model=article';
  const id = await server.makeRole(['/content', lists, 'base.content/editArticle']);
  await server.data('base.admin/edit_role', { id, title: '新闻编辑', columns: JSON.stringify([ids.内部]) });

  const page = await browser.open();
  await enter(page, server, '/authGroup');
  await button(page, '以“新闻编辑”的身份查看').click();
  const bar = page.getByRole('status').filter({ hasText: '以“新闻编辑”的身份查看，只读' });
  await bar.waitFor();
  await navigate(page, '/content/article');
  await bar.waitFor();
  await row(page, '内部文章').waitFor();
  expect(await row(page, '外部文章').count()).toBe(0);
  await row(page, '内部文章').getByRole('link', { name: '内部文章', exact: true }).click();
  await page.getByRole('dialog').locator('[data-field=title] input').fill('改了');
  await button(page, '保存').click();
  await page.getByText('您正在以他人身份查看，不能修改').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await bar.getByRole('button', { name: '结束查看' }).click();
  await bar.waitFor({ state: 'detached' });
  await navigate(page, '/authGroup');
  await row(page, '新闻编辑').waitFor();
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
