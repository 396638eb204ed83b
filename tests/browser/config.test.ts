import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { frameHosts } from '../../contract/frameHosts.ts';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const stayed = useBrowser().stay((page) => enter(page, server));

interface Item {
  en_name: string;
  value: string;
  is_set: number;
}
const itemNamed = async (name: string) =>
  (await server.data<Item[]>('base.Config/sysConfig')).find(({ en_name }) => en_name === name);
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}

test('the system’s settings are saved together, with the server’s message, and take effect at once', async () => {
  const page = await open('/systemConfig');
  // It is the first screen that says so in this page.
  await page.getByRole('button', { name: '媒体库: 网站标志' }).waitFor();
  await page.getByLabel('网站标题').fill('青坞茶园');
  await page.getByRole('tab', { name: '公司' }).click();
  await page.getByLabel('公司电话').fill('400 800');
  await page.getByRole('tab', { name: '留言' }).click();
  await page.getByLabel('接受留言').uncheck();
  await save(page);
  await page.getByText('保存成功').waitFor();
  await page.getByText('青坞茶园').first().waitFor();
  expect(await page.getByRole('button', { name: '保存', exact: true }).isEnabled()).toBe(true);
  const info = await server.data('site.info/read', {}, { token: '' });
  expect(info).toMatchObject({ web_title: '青坞茶园', company_phone: '400 800', message_status: 0 });
});

test('a value that an item cannot have is marked at its field and its tab, and nothing is saved', async () => {
  const page = await open('/systemConfig');
  await page.getByLabel('网站名称').fill('不应保存');
  await page.getByRole('tab', { name: '公司' }).click();
  await page.getByLabel('公司邮箱').fill('nobody');
  await page.getByRole('tab', { name: '网站' }).click();
  await save(page);
  await page.getByText('请填写邮箱地址，例如 name@example.com').waitFor();
  expect(await page.getByRole('tab', { name: '公司' }).getAttribute('aria-selected')).toBe('true');
  expect((await itemNamed('web_name'))?.value).toBe('');
});

test('a secret is told as set or not, kept where it is left empty, and emptied by a button', async () => {
  const page = await open('/systemConfig');
  await page.getByRole('tab', { name: '短信' }).click();
  const secret = page.getByLabel('短信 SecretKey', { exact: true });
  const send = page.getByRole('button', { name: '发送', exact: true });
  await secret.fill('very secret');
  await page.getByText('请先保存修改，再发送测试。').first().waitFor();
  await save(page);
  await page.getByText('已设置，留空则不修改').waitFor();
  expect(await secret.inputValue()).toBe('');
  await page.getByLabel('短信签名').fill('茶园');
  await save(page);
  await expect.poll(async () => (await itemNamed('sms_sign'))?.value).toBe('茶园');
  expect((await itemNamed('sms_secret_key'))?.is_set).toBe(1);
  await page.getByLabel('手机号码').fill('13800001234');
  await send.click();
  await page.getByText('请先填写并保存全部短信设置').waitFor();
  await page.getByRole('button', { name: '清除短信 SecretKey', exact: true }).click();
  await page.getByText('保存后清除').waitFor();
  await save(page);
  await expect.poll(async () => (await itemNamed('sms_secret_key'))?.is_set).toBe(0);
  await page.getByRole('button', { name: /清除短信/ }).waitFor({ state: 'detached' });
});

test('of two who save at once one is told, sees both values and chooses; nothing is half saved', async () => {
  const page = await open('/systemConfig');
  await page.getByLabel('网站名称').fill('我的');
  await page.getByLabel('版权信息').fill('我的版权');
  await server.data('base.Config/saveConfig', { web_name: '他们的' });
  await save(page);
  const row = page.getByRole('row').filter({ hasText: '网站名称' });
  await row.getByRole('cell', { name: '他们的' }).waitFor();
  await row.getByRole('cell', { name: '我的', exact: true }).waitFor();
  expect((await itemNamed('web_copyright'))?.value).toBe('');
  await page.getByRole('button', { name: '用我的覆盖' }).click();
  await expect.poll(async () => (await itemNamed('web_copyright'))?.value).toBe('我的版权');
  expect((await itemNamed('web_name'))?.value).toBe('我的');
});

test('groups and items of one’s own are added and deleted, and filled in by group', async () => {
  const page = await open('/expandConfig/group');
  for (const title of ['客服', '门户']) {
    await page.getByRole('link', { name: '新增扩展分组' }).first().click();
    await page.getByLabel('分组名称').fill(title);
    await save(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: title, exact: true }).waitFor();
  }
  await page.getByRole('tab', { name: '扩展配置', exact: true }).click();
  await page.getByRole('link', { name: '新增扩展配置' }).first().click();
  await page.getByRole('textbox', { name: /^名称/ }).fill('热线');
  await page.getByLabel('字段名').fill('hotline');
  await page.getByRole('dialog').getByLabel('分组').click();
  await page.getByRole('option', { name: '客服' }).click();
  expect(await page.getByLabel('排序').inputValue()).toBe('0');
  await save(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '热线', exact: true }).waitFor();

  await page.getByRole('link', { name: '自定义配置' }).click();
  const groups = page.getByRole('complementary', { name: '配置分组' });
  await groups.locator('[aria-current=true]', { hasText: '客服' }).waitFor();
  await page.getByLabel('热线').fill('400 800');
  await groups.getByRole('button', { name: '门户' }).click();
  await page.getByRole('dialog', { name: '有未保存的修改' }).getByRole('button', { name: '继续编辑' }).click();
  await save(page);
  await page.getByText('保存成功').waitFor();
  // Another session reads it, on a cluster perhaps from a replica that is a moment behind.
  await expect.poll(async () => (await itemNamed('hotline'))?.value).toBe('400 800');
  await groups.getByRole('button', { name: '门户' }).click();
  await page.getByText('此分组还没有配置项').waitFor();

  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '配置扩展', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'hotline' });
  await row.getByRole('button', { name: /删除/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => itemNamed('hotline')).toBeUndefined();
});

test('templates are shown by kind, another is put to use, and a column names its own', async () => {
  const folder = join(server.settings.dataDir, 'templates/plain');
  await mkdir(folder, { recursive: true });
  const entries = ['标题', '卡片'].map((title, at) => ({
    ...{ name: `list-${at}`, title, type: 'list', model: 'article', path: `list-${at}.html` },
  }));
  for (const { path } of entries) await writeFile(join(folder, path), '<!doctype html>');
  await writeFile(join(folder, 'templates.json'), JSON.stringify(entries));
  const column = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const page = await open('/tempIndex');
  const kind = page.getByRole('region', { name: '列表页 · 文章' });
  const card = (title: string) => kind.getByRole('listitem').filter({ hasText: title });
  await card('标题').getByText('使用中').waitFor();
  await page.getByRole('button', { name: '使用 卡片' }).click();
  await card('卡片').getByText('使用中').waitFor();
  await page.getByRole('button', { name: '使用 标题' }).waitFor();

  await page.getByRole('link', { name: '编辑 卡片' }).click();
  await page.getByLabel('名称').fill('大卡片');
  await save(page);
  await card('大卡片').waitFor();

  await navigate(page, `/columnList/${column.id}`);
  await page.getByLabel('列表模板').click();
  await page.getByRole('option', { name: '大卡片' }).click();
  await save(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const columns = await server.data<{ list_template: string }[]>('site.column/list', {}, { token: '' });
  expect(columns[0]?.list_template).toBe('plain/list-1.html');
});

test('while the groups of custom settings are on their way, rows hold their place over the whole width', async () => {
  const page = await open('/home');
  // Never answered.
  await page.route('**/base.Config/autoGroup*', () => {});
  await Promise.all([page.waitForRequest('**/base.Config/autoGroup*'), navigate(page, '/autoConfig')]);
  const widthOf = async (part: string) => (await page.locator(part).first().boundingBox())?.width ?? 0;
  const half = (await widthOf('main')) / 2;
  await expect.poll(() => widthOf('[aria-busy=true] .MuiSkeleton-root')).toBeGreaterThan(half);
});

test('the console shows pages of the listed hosts, those of the configuration and its previews in frames, and no others', async () => {
  await server.data('base.Config/saveConfig', {
    web_frame_hosts: 'Films.example.org',
    web_page_url: 'https://www.example.com/{model}/{slug}?preview={token}',
  });
  const policies = await Promise.all(
    ['/rTopAdmin/', '/site/'].map(async (path) => {
      const policy = (await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '';
      return policy.split('; ').find((part) => part.startsWith('frame-src '));
    }),
  );
  const films = `${frameHosts.map((host) => `https://${host}`).join(' ')} https://films.example.org`;
  expect(policies).toEqual([`frame-src 'self' ${films} https://www.example.com`, `frame-src ${films}`]);

  const page = await open('/home');
  // Last in the file: its frames stay in the page.
  stayed.expected = /Framing 'https:\/\/evil/;
  await page.route(/example\./, (route) => route.fulfill({ body: 'shown', contentType: 'text/html' }));
  await page.reload();
  const refused = await page.evaluate(async () => {
    const names: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => names.push(blockedURI));
    const hosts = ['films.example.org', 'www.example.com', 'evil.example.net'];
    await Promise.all(
      hosts.map((host) => {
        const frame = Object.assign(document.createElement('iframe'), { src: `https://${host}/x` });
        const { promise, resolve } = Promise.withResolvers<void>();
        frame.onload = () => resolve();
        document.body.append(frame);
        return promise;
      }),
    );
    return names;
  });
  expect(refused).toEqual([expect.stringContaining('https://evil.example.net')]);
});
