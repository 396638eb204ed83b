import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { press } from '../support/serverScreens.tsx';

const server = useServer();

interface Item {
  en_name: string;
  value: string;
  is_set: number;
}
const itemNamed = async (name: string) =>
  (await server.data<Item[]>('base.Config/sysConfig')).find(({ en_name }) => en_name === name);
const input = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const isGone = (text: string | RegExp) => waitFor(() => expect(screen.queryByText(text)).toBeNull());
const isDialogGone = () => waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
const rowOf = async (text: string, part: HTMLElement = document.body) => {
  const row = (await within(part).findByText(text)).closest('tr');
  if (!row) throw new Error(`${text} stands in no row`);
  return row;
};

it('the system’s settings are saved together, with the server’s message, and take effect at once', async () => {
  await openConsole(server, '/systemConfig');
  await screen.findByLabelText('媒体库: 网站标志');
  fill(await input('网站标题'), '青坞茶园');
  await press('公司');
  fill(await input('公司电话'), '400 800');
  await press('留言');
  fireEvent.click(await input('接受留言'));
  await press('保存');
  await screen.findByText('保存成功');
  await screen.findAllByText('青坞茶园');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '保存' })).disabled).toBe(false);
  const info = await server.data('site.info/read', {}, { token: '' });
  expect(info).toMatchObject({ web_title: '青坞茶园', company_phone: '400 800', message_status: 0 });
});

it('a value that an item cannot have is marked at its field and its tab, and nothing is saved', async () => {
  await openConsole(server, '/systemConfig');
  fill(await input('网站名称'), '不应保存');
  await press('公司');
  fill(await input('公司邮箱'), 'nobody');
  await press('网站');
  await press('保存');
  await screen.findByText('请填写邮箱地址，例如 name@example.com');
  expect(screen.getByRole('tab', { name: '公司' }).getAttribute('aria-selected')).toBe('true');
  expect((await itemNamed('web_name'))?.value).toBe('');
});

it('a secret is told as set or not, kept where it is left empty, and emptied by a button', async () => {
  await openConsole(server, '/systemConfig');
  await press('短信');
  fill(await input('短信 SecretKey'), 'very secret');
  await screen.findAllByText('请先保存修改，再发送测试。');
  await press('保存');
  await screen.findByText('已设置，留空则不修改');
  expect((await input('短信 SecretKey')).value).toBe('');
  fill(await input('短信签名'), '茶园');
  await press('保存');
  await expect.poll(async () => (await itemNamed('sms_sign'))?.value).toBe('茶园');
  expect((await itemNamed('sms_secret_key'))?.is_set).toBe(1);
  fill(await input('手机号码'), '13800001234');
  await press('发送', await screen.findByRole('group', { name: '发送测试短信' }));
  await screen.findByText('请先填写并保存全部短信设置');
  await press('清除短信 SecretKey');
  await screen.findByText('保存后清除');
  await press('保存');
  await expect.poll(async () => (await itemNamed('sms_secret_key'))?.is_set).toBe(0);
  await waitFor(() => expect(screen.queryByLabelText(/清除短信/)).toBeNull());
});

it('of two who save at once one is told, sees both values and chooses; nothing is half saved', async () => {
  await openConsole(server, '/systemConfig');
  fill(await input('网站名称'), '我的');
  fill(await input('版权信息'), '我的版权');
  await server.data('base.Config/saveConfig', { web_name: '他们的' });
  await press('保存');
  const row = await rowOf('网站名称', await screen.findByRole('alert'));
  expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['网站名称', '我的', '他们的']);
  expect((await itemNamed('web_copyright'))?.value).toBe('');
  await press('用我的覆盖');
  await expect.poll(async () => (await itemNamed('web_copyright'))?.value).toBe('我的版权');
  expect((await itemNamed('web_name'))?.value).toBe('我的');
});

it('groups and items of one’s own are added and deleted, and filled in by group', async () => {
  const { asked } = await openConsole(server, '/expandConfig/group');
  const reads = () => asked.filter((call) => call.includes('base.Config/expendConfig')).length;
  const readsAgain = async (write: () => Promise<unknown>) => {
    const before = reads();
    await write();
    await expect.poll(reads).toBeGreaterThan(before);
  };
  const addNew = async (what: string) => fireEvent.click((await screen.findAllByText(what))[0] as HTMLElement);
  for (const title of ['客服', '门户']) {
    await addNew('新增扩展分组');
    fill(await input(/^分组名称/), title);
    await readsAgain(async () => {
      await press('保存');
      await isDialogGone();
    });
    await screen.findByRole('link', { name: title });
  }
  fireEvent.click(await screen.findByRole('tab', { name: '扩展配置' }));
  await addNew('新增扩展配置');
  fill(await input(/^名称/), '热线');
  fill(await input(/^字段名/), 'hotline');
  const form = within(await screen.findByRole('dialog'));
  fireEvent.mouseDown(form.getByRole('combobox', { name: /^分组/ }));
  fireEvent.click(await screen.findByRole('option', { name: '客服' }));
  expect((await input('排序')).value).toBe('0');
  await readsAgain(async () => {
    await press('保存');
    await isDialogGone();
  });
  await screen.findByRole('link', { name: '热线' });

  fireEvent.click(await screen.findByRole('link', { name: '自定义配置' }));
  const groups = within(await screen.findByRole('complementary', { name: '配置分组' }));
  await waitFor(() =>
    expect(groups.getByText('客服').closest('[aria-current]')?.getAttribute('aria-current')).toBe('true'),
  );
  fill(await input('热线'), '400 800');
  fireEvent.click(groups.getByText('门户'));
  const warning = await screen.findByRole('dialog', { name: '有未保存的修改' });
  await press('继续编辑', warning);
  await press('保存');
  await screen.findByText('保存成功');
  expect((await itemNamed('hotline'))?.value).toBe('400 800');
  fireEvent.click(groups.getByText('门户'));
  await screen.findByText('此分组还没有配置项');

  const menu = within(await screen.findByRole('navigation', { name: '主菜单' }));
  fireEvent.click(menu.getByRole('link', { name: '配置扩展' }));
  await press('删除 热线', await rowOf('hotline'));
  await readsAgain(async () => press('删除', await screen.findByRole('dialog')));
  await isGone('hotline');
  await expect.poll(() => itemNamed('hotline')).toBeUndefined();
  fireEvent.click(await screen.findByRole('tab', { name: '扩展分组' }));
  await screen.findByRole('link', { name: '门户' });
  await press('删除 门户', await rowOf('门户'));
  await readsAgain(async () => press('删除', await screen.findByRole('dialog')));
  await isGone('门户');
});

it('templates are shown by kind, another is put to use, and a column names its own', async () => {
  const folder = join(server.settings.dataDir, 'templates/plain');
  await mkdir(folder, { recursive: true });
  const entries = ['标题', '卡片'].map((title, at) => ({
    name: `list-${at}`,
    title,
    type: 'list',
    model: 'article',
    path: `list-${at}.html`,
  }));
  for (const { path } of entries) await writeFile(join(folder, path), '<!doctype html>');
  await writeFile(join(folder, 'templates.json'), JSON.stringify(entries));
  const column = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const { goTo } = await openConsole(server, '/tempIndex');
  const kind = within(await screen.findByRole('region', { name: '列表页 · 文章' }));
  const isUsed = (title: string) =>
    waitFor(() => {
      const card = kind.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(title));
      expect(card?.textContent).toContain('使用中');
    });
  await isUsed('标题');
  await press('使用 卡片');
  await isUsed('卡片');
  await screen.findByLabelText('使用 标题');

  fireEvent.click(await screen.findByLabelText('编辑 卡片'));
  fill(await input(/^名称/), '大卡片');
  await press('保存');
  await kind.findByText('大卡片');

  await goTo(`/columnList/${column.id}`);
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '列表模板' }));
  fireEvent.click(await screen.findByRole('option', { name: /大卡片/ }));
  await press('保存');
  await isDialogGone();
  const columns = await server.data<{ list_template: string }[]>('site.column/list', {}, { token: '' });
  expect(columns[0]?.list_template).toBe('plain/list-1.html');
});
