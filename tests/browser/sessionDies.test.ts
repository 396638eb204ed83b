import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { turnOnFactor } from '../support/factor.ts';
import { type TestAdmin, useServer } from '../support/server.ts';
import { button, endUnnoticed } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
let admin: TestAdmin;
let recovery: string[];
let col_id: number;

const superRole = 1;
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const body = (page: Page) => page.locator('.ProseMirror');

beforeAll(async () => {
  admin = await server.makeAdmin(superRole);
  ({ recovery } = await turnOnFactor(server, admin));
  col_id = (await server.data('base.base/addColumn', { title: '茶具', model: 'product' })).id;
  await server.data('base.Size/addEditSize', { title: '大号' });
  await server.data('base.content/addContentParams', {
    cid: col_id,
    sid: 0,
    name: 'weight',
    title: '净重',
    type: 'text',
  });
});

/** Fills a new product with something in every kind of field. */
async function write(page: Page, title: string): Promise<void> {
  await enter(page, { url: server.url, token: admin.token }, `/content/product?filter={"col_id":${col_id}}`);
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().fill(title);
  await tab(page, '价格与规格');
  await label(page, '价格').first().fill('128');
  await page.getByRole('combobox', { name: '规格' }).click();
  await page.getByRole('option', { name: '大号' }).click();
  await page.keyboard.press('Escape');
  await button(page, '为大号添加报价').click();
  await page
    .getByRole('listitem')
    .filter({ has: label(page, 'SKU') })
    .getByLabel('SKU')
    .fill(`${title}-L`);
  await tab(page, '图片');
  await label(page, '图片地址，每行一个').fill('/upload/a.png\n/upload/b.png');
  await button(page, '添加 2 个').click();
  await tab(page, '参数');
  await label(page, '净重').fill('250 克');
  await body(page).click();
  await page.keyboard.type('雾里采的茶。');
  // Wait for the form's own requests.
  await page.waitForLoadState('networkidle');
}

const endSessions = () =>
  server.database.transaction((db) => db.deleteFrom('session').where('admin_id', '=', admin.id).execute());

/** Signs in with a recovery code as the second factor, because each code of the app is accepted only once. */
async function signInTwice(page: Page): Promise<void> {
  await page.getByPlaceholder('登录账户').fill(admin.username);
  await page.getByPlaceholder('登录密码').fill(admin.password);
  await page.keyboard.press('Enter');
  await button(page, '改用恢复码').click();
  await page.getByPlaceholder('恢复码').fill(recovery.pop() ?? '');
  const answered = page.waitForResponse(
    (reply) => reply.url().endsWith('auth.auth/login') && reply.request().postData()?.includes('verify') === true,
  );
  await page.keyboard.press('Enter');
  const reply = (await (await answered).json()) as { data: { token: string } };
  admin.token = reply.data.token;
}

async function saved(page: Page, title: string): Promise<void> {
  await button(page, '保存').click();
  await page.getByText('保存成功', { exact: true }).waitFor();
  const list = { model: 'product', id: col_id, searchKey: title };
  const { data } = await server.data<{ data: { id: number }[] }>('base.content/getContentList', list);
  expect(data).toHaveLength(1);
  const whole = await server.data<{ data: object[] }>('base.content/getContentList', {
    model: 'product',
    ids: data[0]?.id,
  });
  expect(whole.data).toMatchObject([
    {
      title,
      price: '128.00',
      params: { weight: '250 克' },
      content: '<p>雾里采的茶。</p>',
      skus: [{ sku: `${title}-L` }],
      images: [{ url: '/upload/a.png' }, { url: '/upload/b.png' }],
    },
  ]);
}

test('a session that the poll finds dead: one signs in over the form with the second factor, and saves all of it', async () => {
  const page = await browser.open();
  await page.clock.install();
  await write(page, '盖碗一');
  await endSessions();
  await page.clock.fastForward(10_500);
  const dialog = page.getByRole('dialog', { name: '登录账户' });
  await dialog.waitFor();
  await signInTwice(page);
  await dialog.waitFor({ state: 'detached' });
  await saved(page, '盖碗一');
});

test('a session that a save finds dead: after the sign-in with the second factor all of it is there again, and is saved', async () => {
  const page = await browser.open();
  await write(page, '盖碗二');
  const pollAgain = await endUnnoticed(page, endSessions);
  await button(page, '保存').click();
  await page.waitForURL('**/rTopAdmin/Login');
  await pollAgain();
  await signInTwice(page);
  await page.getByRole('link', { name: '继续编辑' }).click();
  await page.getByText('已恢复上次未保存的内容').waitFor();
  await saved(page, '盖碗二');
});
