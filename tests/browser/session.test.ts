import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillSignIn, navigate, useBrowser } from '../support/browser.ts';
import { readMail, startMailServer } from '../support/mailServer.ts';
import { contentRules, useServer } from '../support/server.ts';
import { endUnnoticed } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => page.goto(`${server.url}/rTopAdmin/Login`));

/** Brings the page to the sign-in, signed out and with empty storage. */
async function atSignIn(): Promise<Page> {
  const { page } = stayed;
  if (page.url().endsWith('/Login')) return page;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${server.url}/rTopAdmin/Login`);
  return page;
}

/** Signs in for itself, because other tests end all sessions. */
async function addColumn(title: string): Promise<number> {
  const token = await server.signIn('admin', server.password);
  return (await server.data('base.base/addColumn', { title, model: 'article' }, { token })).id;
}

const endSessions = () => server.database.transaction((db) => db.deleteFrom('session').execute());

test('a browser says at each sign-in which one it is; the link of a mail ends a session, and nobody has to be signed in', async () => {
  const { page } = stayed;
  const devices: (string | null)[] = [];
  const noteDevice = (request: Request) => {
    if (!request.url().endsWith('/auth.auth/login')) return;
    devices.push(new URLSearchParams(request.postData() ?? '').get('device'));
  };
  page.on('request', noteDevice);
  const mail = await startMailServer();
  const [smtp_from, console_url] = ['site@example.com', server.url];
  const settings = { smtp_host: '127.0.0.1', smtp_port: mail.port, smtp_from, console_url };
  await server.data('base.Config/saveConfig', settings);
  const admin = await server.makeAdmin(await server.makeRole([]));
  await server.data('base.admin/editAdmin', { id: admin.id, email: 'owner@example.com' });
  await fillSignIn(page, admin.password, admin.username);
  await page.evaluate(() => localStorage.removeItem('rtop.token'));
  await page.goto(`${server.url}/rTopAdmin/Login`);
  await fillSignIn(page, admin.password, admin.username);
  await page.evaluate(() => localStorage.removeItem('rtop.token'));
  page.off('request', noteDevice);
  expect(devices).toEqual([expect.stringMatching(/^\d+(-\d+){3}$/), devices[0]]);
  await expect.poll(() => mail.mails).toHaveLength(1);
  const link = /http:\S+\/EndSession#[\w-]{43}/.exec(readMail(mail.mails[0] ?? '').text)?.[0] ?? '';

  await page.goto(link);
  await page.getByRole('button', { name: '结束这次登录' }).click();
  await page.getByText('这次登录已经结束').waitFor();
  await page.reload();
  await page.getByText('链接已使用过或已过期').waitFor();
  await page.getByRole('link', { name: '去登录' }).click();
  await page.getByPlaceholder('登录账户').waitFor();
  const { data } = await server.data<{ data: object[] }>('base.base/getOperateLog', {
    path: 'auth.auth/endNewSession',
  });
  expect(data).toMatchObject([{ target_id: admin.id }]);
  await mail.stop();
});

test('with no token every address but the sign-in leads to the sign-in', async () => {
  const { page } = stayed;
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.url}/rTopAdmin/content/article/3`);
  await page.waitForURL('**/rTopAdmin/Login');
  for (const path of ['/', '/home', '/columnList', '/nowhere']) {
    await page.getByPlaceholder('登录账户').waitFor();
    await navigate(page, path);
    await page.waitForURL('**/rTopAdmin/Login');
  }
  await navigate(page, '/login');
  await page.getByRole('heading', { name: '登录账户' }).waitFor();
});

test('C6: on the way to the sign-in nothing is asked twice', async () => {
  const { page } = stayed;
  await page.evaluate(() => localStorage.clear());
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/rTopAdmin/content/article`);
  await page.waitForURL('**/Login');
  await page.getByPlaceholder('登录账户').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.sort()).toEqual(['/api/auth.auth/ini', '/api/base.Data/webInfo']);
});

test('a wrong password is a toast that is gone after two seconds; what was wrong stays beside the form (B8)', async () => {
  const page = await atSignIn();
  await page.getByPlaceholder('登录账户').fill('admin');
  await page.getByPlaceholder('登录密码').fill('wrong password');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  const toast = page.getByRole('alert').getByText('账户或密码错误');
  await toast.waitFor();
  await toast.waitFor({ state: 'detached', timeout: 4000 });
  expect(await page.getByRole('note').textContent()).toBe('账户或密码错误');
});

test('an unknown address leads home, and signing out leads to the sign-in', async () => {
  const page = await atSignIn();
  await fillSignIn(page, server.password);
  await navigate(page, '/nowhere');
  await page.waitForURL('**/rTopAdmin/home');
  await page.getByRole('button', { name: /个人中心/ }).click();
  await page.getByText(/^\d+ 次$/).waitFor();
  await page.getByRole('button', { name: '安全退出' }).click();
  await page.waitForURL('**/rTopAdmin/login');
});

test('when someone else signs in in another tab, nothing of the first one stays on the screen', async () => {
  const groupId = await server.makeRole(contentRules);
  const other = await server.makeAdmin(groupId);
  const page = await atSignIn();
  await fillSignIn(page, server.password);
  await navigate(page, '/columnList');
  await page.getByRole('heading', { name: '栏目', level: 1 }).waitFor();
  const token = await server.signIn(other.username, other.password);
  const second = await page.context().newPage();
  await second.goto(`${server.url}/healthz`);
  await second.evaluate((value) => localStorage.setItem('rtop.token', value), token);
  await page.waitForURL('**/rTopAdmin/home');
  await page.getByRole('button', { name: new RegExp(other.username) }).waitFor();
  await second.close();
});

test('a 401 during a save leads to the sign-in, and the form comes back as it was', async () => {
  const id = await addColumn('过期');
  const page = await atSignIn();
  await fillSignIn(page, server.password);
  await navigate(page, `/columnList/${id}`);
  await page.getByLabel('栏目名称 *').fill('不能丢的名称');
  await page.getByLabel('描述').fill('不能丢的描述');
  const pollAgain = await endUnnoticed(page, endSessions);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('用户信息无效，请重新登录').waitFor();
  await page.waitForURL('**/rTopAdmin/Login');
  await pollAgain();
  expect(await page.evaluate(() => localStorage.getItem('rtop.token'))).toBeNull();

  await page.reload();
  await fillSignIn(page, server.password);
  await page.getByRole('link', { name: '继续编辑' }).click();
  await page.getByText('已恢复上次未保存的内容').waitFor();
  expect(await page.getByLabel('栏目名称 *').inputValue()).toBe('不能丢的名称');
  expect(await page.getByLabel('描述').inputValue()).toBe('不能丢的描述');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('保存成功').waitFor();
});

test('the poll opens the sign-in over the screen, and nothing typed in it is lost', async () => {
  const id = await addColumn('轮询');
  const page = await atSignIn();
  // This test is the last of the file because the page keeps this clock.
  await page.clock.install();
  await page.reload();
  await fillSignIn(page, server.password);
  // Wait for the form's own requests: after the end of the session they would lead to the sign-in page.
  await Promise.all([
    ...['getModelList', 'tempList'].map((call) => page.waitForResponse(`**/${call}*`)),
    navigate(page, `/columnList/${id}`),
  ]);
  await page.getByLabel('栏目名称 *').fill('正在输入的名称');
  await endSessions();
  // The time is skipped and not run through, because the call would reach its own time limit before the reply.
  await page.clock.fastForward(10_500);
  const dialog = page.getByRole('dialog', { name: '登录账户' });
  await dialog.getByPlaceholder('登录账户').fill('admin');
  await dialog.getByPlaceholder('登录密码').fill(server.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toContain(`/columnList/${id}`);
  expect(await page.getByLabel('栏目名称 *').inputValue()).toBe('正在输入的名称');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('保存成功').waitFor();
});
