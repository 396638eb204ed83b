import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { resize } from '../support/enterScene.ts';
import { type TestAdmin, useServer } from '../support/server.ts';
import { button, endUnnoticed } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
let admin: TestAdmin;
const stayed = browser.stay(async (page) => {
  admin = await server.makeAdmin(1);
  await enter(page, { url: server.url, token: admin.token });
});

let made = 0;

/** A console whose super administrator signed in more than ten minutes ago. */
async function open(path: string, width = 1440): Promise<Page> {
  const { page } = stayed;
  await beginAt(page, path);
  await resize(page, { width, height: 900 });
  await endConfirmation(server, await tokenOf(page));
  return page;
}
/** Of the session, which is another one after a sign-in. */
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('rtop.token') ?? '');

const dialog = (page: Page) => page.getByRole('dialog', { name: '确认是您本人' });
const password = (page: Page) => dialog(page).getByLabel('当前密码');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

/** The form of a role whose name was changed and is being saved. */
async function saveRole(page: Page, title: string): Promise<void> {
  await page.getByLabel('角色名称 *').fill(title);
  await button(page, '保存').click();
  await dialog(page).waitFor();
}
const titles = async () => (await server.data<{ title: string }[]>('base.admin/getRoleList')).map(({ title }) => title);

test('a role that is saved late asks who it is, says a wrong password at its field, and goes on after the right one', async () => {
  const page = await open(`/authGroup/${await server.makeRole([])}`);
  const sent: { status: string; key: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('edit_role'))
      sent.push({ status: request.method(), key: request.headers()['idempotency-key'] });
  });
  const title = `编辑组 ${++made}`;
  await saveRole(page, title);
  expect(await dialog(page).textContent()).toMatch(/“编辑角色”前需要再次验证.*10 分钟/);
  expect(await password(page).getAttribute('autocomplete')).toBe('current-password');
  expect(await dialog(page).getByLabel('验证码').count()).toBe(0);
  // The focus is at the password, without a click.
  await page.keyboard.type('not-the-word-77');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('原密码错误').waitFor();
  expect(await titles()).not.toContain(title);
  // What is typed now takes the place of what was wrong.
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await page.getByText('保存成功').waitFor();
  expect(await dialog(page).count()).toBe(0);
  expect(await titles()).toContain(title);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);

  // Within ten minutes nothing is asked again.
  await navigate(page, `/authGroup/${await server.makeRole([])}`);
  await page.getByLabel('角色名称 *').fill(`编辑组 ${++made}`);
  await button(page, '保存').click();
  await page.getByText('保存成功').waitFor();
});

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
  // The keyboard alone goes on from there.
  await page.keyboard.press('Enter');
  expect(await password(page).inputValue()).toBe('');
  await button(page, '取消').click();
  expect(await page.getByLabel('角色名称 *').inputValue()).toBe(title);
  await resize(page, { width: 1440, height: 900 });
});

test('over another dialog it asks once for all that wait, and what is deleted for good is gone', async () => {
  for (let n = 0; n < 2; n++) {
    const { id } = await server.data('base.User/userAddEdit', { username: `purged-${++made}` });
    await server.data('base.User/UserDelete', { id });
  }
  const page = await open('/recycle');
  await page
    .getByRole('checkbox', { name: /purged/ })
    .first()
    .check();
  await button(page, '彻底删除').first().click();
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除' }).click();
  await password(page).fill(admin.password);
  await button(page, '确认').click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await server.data<{ total: number }>('base.Recycle/list', { entity: 'user' })).total)
    .toBe(1);
});

test('when the session ends meanwhile, its sign-in comes first and is the confirmation', async () => {
  const page = await open(`/authGroup/${await server.makeRole([])}`);
  const title = `编辑组 ${++made}`;
  await saveRole(page, title);
  const pollAgain = await endUnnoticed(page, () =>
    server.database.db.deleteFrom('session').where('admin_id', '=', admin.id).execute(),
  );
  await password(page).fill(admin.password);
  await button(page, '确认').click();
  await page.getByPlaceholder('登录账户').fill(admin.username);
  await pollAgain();
  expect(await dialog(page).count()).toBe(0);
  await page.getByPlaceholder('登录密码').fill(admin.password);
  await page.keyboard.press('Enter');
  await page.getByText('保存成功').waitFor();
  expect(await titles()).toContain(title);
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
