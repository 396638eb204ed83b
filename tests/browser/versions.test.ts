import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { contentRules, useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

const titleOf = (page: Page) => page.getByLabel('标题 *', { exact: true });
const section = (page: Page, field: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: field }) });

async function articleWith(...states: Record<string, unknown>[]): Promise<number> {
  const col_id = (await server.data('base.base/addColumn', { title: '新闻', model: 'article' })).id;
  const [first, ...rest] = states;
  const { id } = await server.data('base.content/addArticle', { ...first, col_id });
  for (const values of rest) await server.data('base.content/editArticle', { id, ...values });
  return id;
}

test('versions are listed, compared with one another, and put back into the form as unsaved changes', async () => {
  const id = await articleWith(
    { title: '茶园在山上', content: '<p>春天采茶。</p>', subtitle: '一' },
    { title: '茶园在湖边' },
    { content: '<p>秋天采茶。</p>', subtitle: '二' },
  );
  const page = await browser.open();
  await enter(page, server, `/content/article/${id}`);
  await titleOf(page).waitFor();
  await button(page, '版本').click();
  await page.getByText('保留 180 天内的全部版本', { exact: false }).waitFor();
  const rows = page.getByRole('listitem').filter({ hasText: /^版本 \d/ });
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.nth(1).innerText()).toMatch(/修改[\s\S]*admin[\s\S]*标题/);

  await page.getByRole('checkbox', { name: '选中版本 1，' }).check();
  await page.getByRole('checkbox', { name: '选中版本 2，' }).check();
  await button(page, '对比选中的两个版本').click();
  expect(await section(page, '标题').locator('del').innerText()).toBe('山上');
  expect(await section(page, '标题').locator('ins').innerText()).toBe('湖边');
  await button(page, '返回版本列表').click();

  await page.getByRole('button', { name: '把版本 1 与现在对比' }).click();
  expect(await section(page, '正文').locator('p').innerHTML()).toBe('<del>春天</del><ins>秋天</ins>采茶。');
  await page.getByRole('checkbox', { name: '放回“副标题”' }).uncheck();
  await button(page, '放回表单').click();
  await expect.poll(() => titleOf(page).inputValue()).toBe('茶园在山上');
  expect(await page.getByLabel('副标题').inputValue()).toBe('二');
  await page.getByText(/^已自动保存 \d\d:\d\d$/).waitFor();
  expect((await record(id)).title).toBe('茶园在湖边');

  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await record(id)).title).toBe('茶园在山上');
  expect(await record(id)).toMatchObject({ content: '<p>春天采茶。</p>', subtitle: '二' });
});

test('one’s own version is described, and the description is shown in the list and the comparison', async () => {
  const id = await articleWith({ title: '一' }, { title: '二' });
  const page = await browser.open();
  await enter(page, server, `/content/article/${id}`);
  await button(page, '版本').click();
  await page.getByRole('button', { name: '给版本 1 写说明' }).click();
  await page.getByLabel('这次改了什么、为什么').fill('开业前的标题');
  await button(page, '保存说明').click();
  await page.getByRole('listitem').filter({ hasText: '“开业前的标题”' }).waitFor();
  await page.getByRole('button', { name: '把版本 1 与现在对比' }).click();
  await page.getByText('版本 1: “开业前的标题”').waitFor();
});

async function record(id: number): Promise<Record<string, unknown>> {
  const params = { model: 'article', ids: id };
  const { data } = await server.data<{ data: Record<string, unknown>[] }>('base.content/getContentList', params);
  return data[0] ?? {};
}

test('who may only read the records compares their versions and cannot put them back', async () => {
  const id = await articleWith({ title: '一' }, { title: '二' });
  const reader = await server.makeAdmin(await server.makeRole(contentRules));
  const page = await browser.open();
  await enter(page, { url: server.url, token: reader.token }, `/content/article/${id}`);
  await button(page, '版本').click();
  await page.getByRole('button', { name: '把版本 1 与现在对比' }).click();
  await section(page, '标题').locator('del').waitFor();
  expect(await button(page, '放回表单').count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: /放回/ }).count()).toBe(0);
});
