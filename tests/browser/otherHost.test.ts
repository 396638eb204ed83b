import type { ConsoleMessage, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { extensionsKey } from '../../dataProvider/features.ts';
import { navigate, useBrowser } from '../support/browser.ts';
import { startServer, type TestServer, useServer } from '../support/server.ts';
import { useStaticHost } from '../support/staticHost.ts';

const page = useStaticHost();
const allowed: string[] = [];
const own = useServer({ withConsole: true });
const browser = useBrowser();
let backEnd: TestServer;
let front: TestServer;

beforeAll(async () => {
  // The front's address is known only when it listens.
  allowed.push(page.url);
  backEnd = await startServer({ settings: { corsOrigins: allowed } });
  front = await startServer({ withConsole: true, settings: { apiHost: backEnd.url } });
  allowed.push(front.url);
  const { id } = await backEnd.data('base.base/addColumn', { title: '远方的栏目', model: 'article' });
  await backEnd.data('base.content/addArticle', { col_id: id, title: '远方的文章', org_img: '/upload/far.png' });
  return async () => {
    await front.stop();
    await backEnd.stop();
  };
});

async function signIn(tab: Page, url: string, { password } = backEnd) {
  await tab.goto(`${url}/rTopAdmin/Login`);
  await tab.getByPlaceholder('登录账户').fill('admin');
  await tab.getByPlaceholder('登录密码').fill(password);
  await tab.keyboard.press('Enter');
  await tab.waitForURL('**/rTopAdmin/home');
}

/** The hosts that were asked for a path that begins so. */
function asked(tab: Page, begin: string): Set<string> {
  const hosts = new Set<string>();
  tab.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith(begin)) hosts.add(origin);
  });
  return hosts;
}

/** Somebody who has signed in at the back end by a page of this address, and whom that page has asked for calls and files. */
function visit(url: () => string) {
  const asks = { calls: new Set<string>(), files: new Set<string>() };
  const stayed = browser.stay(async (tab) => {
    page.config = JSON.stringify({ API_HOST: backEnd.url });
    asks.calls = asked(tab, '/api/');
    asks.files = asked(tab, '/upload/');
    await signIn(tab, url());
  });
  return { stayed, asks, url };
}
const byServer = visit(() => front.url);
const byFile = visit(() => page.url);

describe.each([
  ['named by the server that sends the page', byServer],
  ['named by config.json beside a static page', byFile],
])('a back end on another host, %s,', (_how, { stayed, asks, url }) => {
  test('gets every call, the early ones too, and its files are shown from there', async () => {
    const tab = stayed.page;
    await navigate(tab, '/content/article');
    await tab.getByText('远方的文章').first().waitFor();
    await tab.reload();
    await tab.getByText('远方的文章').first().waitFor();
    expect([...asks.calls]).toEqual([backEnd.url]);
    expect([...asks.files]).toEqual([backEnd.url]);
    expect(await tab.evaluate(() => Boolean(window.rtopEarly?.token))).toBe(true);
  });

  test('takes what is saved', async () => {
    const tab = stayed.page;
    const menu = tab.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('link', { name: '栏目', exact: true }).click();
    await tab.getByRole('link', { name: '新增栏目' }).first().click();
    const title = `从${new URL(url()).port}来`;
    await tab.getByLabel('栏目名称').first().fill(title);
    await tab.keyboard.press('Control+s');
    await expect
      .poll(() => backEnd.data<{ title: string }[]>('base.base/getAllColumnList'))
      .toContainEqual(expect.objectContaining({ title }));
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

// The next three tests continue on one page, in this order: it is signed in, then has an unsaved form, then loses its back end.
test('a static page has a policy of its own: no inline script, no call elsewhere, and no frame', async () => {
  const { stayed } = byFile;
  const tab = stayed.page;
  await navigate(tab, '/content/article');
  // With the rich text, and styles that are made while it is used: until here, any complaint of the policy fails a test.
  await tab.getByRole('link', { name: '远方的文章', exact: true }).click();
  await tab.getByRole('dialog').locator('.ProseMirror').waitFor({ state: 'attached' });
  stayed.expected = /Content Security Policy/;
  const refused: string[] = [];
  const keep = (message: ConsoleMessage) => void refused.push(message.text());
  tab.on('console', keep);
  const attempt = (elsewhere: string) => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.ran = "yes"';
    document.body.append(script);
    return fetch(elsewhere).then(
      () => 'called',
      () => `refused, ${document.documentElement.dataset.ran ?? 'not run'}`,
    );
  };
  expect(await tab.evaluate(attempt, `${own.url}/healthz`)).toBe('refused, not run');
  expect(refused.filter((text) => /script-src|connect-src/.test(text)).length).toBeGreaterThanOrEqual(2);
  tab.off('console', keep);
  const reply = await tab.request.get(`${page.url}/rTopAdmin/`);
  expect(reply.headers()).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('a config.json that is missing for a moment drops nothing of what the browser keeps for its host', async () => {
  const tab = byFile.stayed.page;
  await navigate(tab, '/columnList/create');
  await tab.getByLabel('栏目名称').first().fill('写了一半');
  page.config = undefined;
  tab.on('dialog', (dialog) => dialog.accept());
  await tab.reload();
  await tab.getByText('config.json 读不到，或者不能用').waitFor();
  page.config = JSON.stringify({ API_HOST: backEnd.url });
  await tab.getByRole('button', { name: '刷新页面' }).click();
  await expect.poll(() => tab.getByLabel('栏目名称').first().inputValue()).toBe('写了一半');
});

test('what a browser keeps for one back end is not sent to the next', async () => {
  const tab = byFile.stayed.page;
  expect(await tab.evaluate(() => localStorage.getItem('rtop.token'))).not.toBeNull();
  page.config = JSON.stringify({ API_HOST: own.url });
  const tokens: (string | undefined)[] = [];
  await tab.route(`${own.url}/**`, (route) => {
    tokens.push(route.request().headers().authorization);
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
    return route.fulfill({ headers, json: { code: 1, msg: '', data: {} } });
  });
  await tab.goto(`${page.url}/rTopAdmin/home`);
  await tab.getByPlaceholder('登录密码').waitFor();
  expect(tokens.filter(Boolean)).toEqual([]);
  expect(tokens.length).toBeGreaterThan(0);
});

test('a static page without config.json takes the host that it came from', async () => {
  page.config = undefined;
  const tab = await browser.open();
  const hosts = asked(tab, '/api/');
  await tab.route('**/api/**', (route) => route.fulfill({ json: { code: 1, msg: '', data: {} } }));
  await tab.goto(`${page.url}/rTopAdmin/Login`);
  await tab.getByPlaceholder('登录密码').waitFor();
  expect([...hosts]).toEqual([page.url]);
});

const ownPage = { contentType: 'text/html', body: '<!doctype html>' };
const noFile = { status: 404, contentType: 'application/xml', body: '<Error/>' };
test.each([
  ['where it came from', 'its own page', undefined, ownPage],
  ['where it came from', 'that there is no such file', undefined, noFile],
  ['where config.json leads', 'a page', 'https://a.example', ownPage],
])('a static page says that there is no back end %s, where /api answers %s', async (_where, _what, host, answer) => {
  page.config = host && JSON.stringify({ API_HOST: host });
  const tab = await browser.open();
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
  await tab.route('**/api/**', (route) => route.fulfill({ ...answer, headers }));
  await tab.goto(`${page.url}/rTopAdmin/`);
  await tab.getByRole('heading', { name: `${host ?? page.url} 上没有后端` }).waitFor();
  expect(await tab.getByPlaceholder('登录密码').count()).toBe(0);
});

test('what is said in the place of a sign-in is in the language that was chosen', async () => {
  page.config = '{}';
  const tab = await browser.open();
  await tab.goto(`${page.url}/rTopAdmin/config.json`);
  await tab.evaluate(() => localStorage.setItem('RaStorertop.locale', '"en"'));
  page.config = undefined;
  await tab.route('**/api/**', (route) => route.fulfill(ownPage));
  await tab.goto(`${page.url}/rTopAdmin/`);
  await tab.getByRole('heading', { name: `There is no back end at ${page.url}` }).waitFor();
  await tab.getByRole('button', { name: 'Reload' }).waitFor();
});

test.each([
  ['`ini`', ['auth.auth/ini']],
  ['`ini` and `webInfo`', ['auth.auth/ini', 'base.Data/webInfo']],
])('a back end that lacks %s is one all the same', async (_what, missing) => {
  page.config = JSON.stringify({ API_HOST: backEnd.url });
  const tab = await browser.open();
  const headers = { 'access-control-allow-origin': '*' };
  for (const path of missing) await tab.route(`**/api/${path}`, (route) => route.fulfill({ ...noFile, headers }));
  await signIn(tab, page.url);
});

test('a back end at the page’s own host whose `ini` is broken is not taken for ours', async () => {
  page.config = undefined;
  const tab = await browser.open();
  await tab.route('**/api/**', (route) => route.fulfill({ json: { code: 1, msg: '', data: {} } }));
  await tab.route('**/api/auth.auth/ini', (route) => route.fulfill(noFile));
  await tab.goto(`${page.url}/rTopAdmin/Login`);
  await tab.getByPlaceholder('登录密码').waitFor();
  expect(await tab.evaluate((key) => localStorage.getItem(key), extensionsKey)).toBe('');
});

test('a static page without config.json, whose back end is down for a moment, lets one sign in when it is there again', async () => {
  page.config = undefined;
  const tab = await browser.open();
  await tab.route('**/api/**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
  );
  await tab.goto(`${page.url}/rTopAdmin/`);
  await tab.getByPlaceholder('登录密码').waitFor();
});

test('a config.json that cannot be used is told, and nothing is asked', async () => {
  page.config = '{ API_HOST: https://a.example }';
  const tab = await browser.open();
  const hosts = asked(tab, '/api/');
  await tab.goto(`${page.url}/rTopAdmin/`);
  await tab.getByRole('alert').getByText('config.json 读不到，或者不能用').waitFor();
  expect([...hosts]).toEqual([]);
});
