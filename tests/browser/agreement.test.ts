import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const stayed = useBrowser().stay((page) => enter(page, server));

const agreement = () => server.data<{ title: string; content: string }>('site.agreement/read');
const body = (page: Page) => page.locator('.ProseMirror');
async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
async function openAgreement(): Promise<Page> {
  const page = await open('/xieyi');
  await page.getByLabel('协议标题').waitFor();
  await body(page).waitFor();
  return page;
}

test('the agreement is opened by the menu, saved with the server’s own message, and read by the site', async () => {
  const page = await open('/home');
  await page.getByRole('link', { name: '用户' }).first().click();
  await page.getByRole('link', { name: '用户协议' }).click();
  await page.waitForURL('**/rTopAdmin/xieyi');
  await page.getByLabel('协议标题').fill('服务条款');
  await body(page).fill('请遵守约定。');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('保存成功').waitFor();
  expect(await agreement()).toEqual({ title: '服务条款', content: '<p>请遵守约定。</p>' });
  expect(await page.getByLabel('协议标题').inputValue()).toBe('服务条款');
  await page.getByLabel('协议标题').fill('');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('此项为必填项').waitFor();
  await page.getByLabel('协议标题').fill('服务条款 二');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await agreement()).title).toBe('服务条款 二');
});

test('what is typed and not saved is still there after a reload', async () => {
  const page = await openAgreement();
  await page.getByLabel('协议标题').fill('还没有保存');
  await page.waitForFunction(() => sessionStorage.getItem('rtop.unsaved')?.includes('还没有保存'));
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await body(page).waitFor();
  await expect.poll(() => page.getByLabel('协议标题').inputValue()).toBe('还没有保存');
});

test('a save over what someone else has saved since asks which of the two stays', async () => {
  const page = await openAgreement();
  await page.getByLabel('协议标题').fill('我的');
  await server.data('base.Config/saveConfig', { agreement_title: '他们的' });
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name: '他们的' }).waitFor();
  await page.getByRole('alert').getByRole('button').first().click();
  await expect.poll(async () => (await agreement()).title).toBe('我的');
});

test('a role has it in its menu by its rule, and only reads it without the rule to save', async () => {
  const { token } = await server.makeAdmin(await server.makeRole(['/xieyi', '/systemConfig', 'base.Config/sysConfig']));
  // Last in the file: the page stays signed in as somebody else.
  const { page } = stayed;
  await enter(page, { url: server.url, token });
  await page.getByRole('link', { name: '用户' }).first().click();
  // The only screen of its group opens at once.
  await page.waitForURL('**/rTopAdmin/xieyi');
  await page.getByRole('alert').filter({ hasText: '用户协议' }).waitFor();
  await body(page).waitFor();
  expect(await page.getByRole('button', { name: '保存' }).count()).toBe(0);
});
