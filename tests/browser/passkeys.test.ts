import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

/** The tests use localhost because browsers offer no passkeys at 127.0.0.1. */
const url = () => server.url.replace('127.0.0.1', 'localhost');

/** Opens a page with a virtual authenticator whose user agrees to everything. */
async function openWithAuthenticator() {
  const page = await browser.open({}); // a context of its own, which keeps its authenticator
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    page,
    /** Sets whether the user passes the authenticator's verification. */
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function toSignIn(page: Page) {
  await page.goto(`${url()}/rTopAdmin/Login`);
  await page.getByPlaceholder('登录账户').waitFor();
}

async function typePassword(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByPlaceholder('登录账户').fill(username);
  await page.getByPlaceholder('登录密码').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /个人中心/ }).click();
  await page.getByRole('button', { name: '安全退出' }).click();
  await page.waitForURL('**/login');
}

test('a passkey is added in the profile, signs in alone, and is the second factor of a password', async () => {
  const admin = await server.makeAdmin(await server.makeRole([]));
  const { page, verify } = await openWithAuthenticator();
  await toSignIn(page);
  await typePassword(page, admin);
  await page.waitForURL('**/home');

  await page.getByRole('button', { name: /个人中心/ }).click();
  await page.getByRole('button', { name: /通行密钥/ }).click();
  const dialog = page.getByRole('dialog', { name: '通行密钥' });
  await dialog.getByRole('button', { name: '新增通行密钥' }).click();
  await expect.poll(() => dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('button', { name: /我已保存/ }).click();
  await dialog.getByText(/Chrom/).waitFor();
  await dialog.getByText(/从未使用/).waitFor();
  // A device takes no second passkey of the same account.
  await dialog.getByRole('button', { name: '新增通行密钥' }).click();
  await page.getByText('这台设备上已有此账户的通行密钥').waitFor();
  await dialog.getByRole('button', { name: '关闭' }).click();

  await page.getByRole('button', { name: '安全退出' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await page.waitForURL('**/home');

  await signOut(page);
  await typePassword(page, admin);
  await page.getByRole('button', { name: '用通行密钥验证' }).click();
  await page.waitForURL('**/home');

  // Somebody who has the device but fails its verification cannot sign in.
  await signOut(page);
  await verify(false);
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await page.getByText('没有完成通行密钥验证').waitFor();
  await typePassword(page, admin);
  await page.getByPlaceholder('恢复码').fill('aaaaa-bbbbb');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('验证码错误或已使用').first().waitFor();
});

test('a role’s demand for a second factor is told on the home screen, and once the time is over it comes first', async () => {
  const role = await server.makeRole([]);
  const admin = await server.makeAdmin(role);
  await server.data('base.admin/edit_role', { id: role, factor: 1, factor_days: 3 });
  const { page } = await openWithAuthenticator();
  await toSignIn(page);
  await typePassword(page, admin);
  await page.getByText(/您的角色要求两步验证，请在 .* 前设置/).waitFor();

  const long = '2026-01-01T00:00:00Z';
  await server.database.db.updateTable('role').set({ factor_since: long }).where('id', '=', role).execute();
  await server.database.db.updateTable('admin').set({ create_time: long }).where('id', '=', admin.id).execute();
  await page.goto(`${url()}/rTopAdmin/home`);
  await page.getByRole('heading', { name: '请先设置两步验证' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.getByRole('button', { name: '设置通行密钥' }).click();
  const dialog = page.getByRole('dialog', { name: '通行密钥' });
  await dialog.getByRole('button', { name: '新增通行密钥' }).click();
  await dialog.getByRole('button', { name: /我已保存/ }).click();
  await page.getByRole('heading', { name: '请先设置两步验证' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /个人中心/ }).waitFor();
});
