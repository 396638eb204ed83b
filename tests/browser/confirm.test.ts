import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { resize } from '../support/enterScene.ts';
import { type TestAdmin, useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
let admin: TestAdmin;
const stayed = browser.stay(async (page) => {
  admin = await server.makeAdmin(1);
  await enter(page, { url: server.url, token: admin.token });
});

let made = 0;

/** Opens the console as a super administrator who signed in more than ten minutes ago. */
async function open(path: string, width = 1440): Promise<Page> {
  const { page } = stayed;
  await beginAt(page, path);
  await resize(page, { width, height: 900 });
  await endConfirmation(server, await tokenOf(page));
  return page;
}
/** Reads the token from the page, because a sign-in begins another session. */
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('rtop.token') ?? '');

const dialog = (page: Page) => page.getByRole('dialog', { name: '确认是您本人' });
const password = (page: Page) => dialog(page).getByLabel('当前密码');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

/** Changes the name in a role's form and saves, until the confirmation dialog is shown. */
async function saveRole(page: Page, title: string): Promise<void> {
  await page.getByLabel('角色名称 *').fill(title);
  await button(page, '保存').click();
  await dialog(page).waitFor();
}
const titles = async () => (await server.data<{ title: string }[]>('base.admin/getRoleList')).map(({ title }) => title);

test.each([1440, 390])('who cancels finds the form as it was, with the focus in it (%i px)', async (width) => {
  const page = await open(`/authGroup/${await server.makeRole([])}`, width);
  const title = `编辑组 ${++made}`;
  await saveRole(page, title);
  await password(page).fill('half of it');
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('没有确认身份，操作已取消').waitFor();
  expect(await dialog(page).count()).toBe(0);
  expect(await page.getByLabel('角色名称 *').inputValue()).toBe(title);
  expect(await titles()).not.toContain(title);
  await expect.poll(() => focused(page)).toBe('保存');
  // The keyboard alone is enough to go on from there.
  await page.keyboard.press('Enter');
  expect(await password(page).inputValue()).toBe('');
  await button(page, '取消').click();
  expect(await page.getByLabel('角色名称 *').inputValue()).toBe(title);
  await resize(page, { width: 1440, height: 900 });
});

test('a file of roles is sent again after the confirmation, and a backup comes after it', async () => {
  const page = await open('/authGroup');
  const title = `编辑组 ${++made}`;
  await button(page, '更多').click();
  await page.getByRole('menuitem', { name: /^导入/ }).click();
  const file = { name: 'roles.csv', mimeType: 'text/csv', buffer: Buffer.from(`角色名称\n${title}\n`) };
  await page.locator('input[type=file]').setInputFiles(file);
  await password(page).fill(admin.password);
  await button(page, '确认').click();
  await page.getByText(/新增 1/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '导入' }).click();
  await expect.poll(titles).toContain(title);

  await server.data('base.Backup/create');
  await endConfirmation(server, await tokenOf(page));
  await navigate(page, '/backup');
  await page.getByRole('button', { name: /^下载/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载' }).click();
  await password(page).fill(admin.password);
  await button(page, '确认').click();
  expect((await download).suggestedFilename()).toMatch(/^site-.*\.tar$/);
});
