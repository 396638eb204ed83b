import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { poll } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const menu = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link');

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
