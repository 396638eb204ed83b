import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { generic } from '../../server/database/tables.ts';
import { useBrowser } from '../support/browser.ts';
import { rememberedBy } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

type Rows = { id: number; title: string }[];
const column = async (title: string, model: string) => (await server.data('base.base/addColumn', { title, model })).id;
/** The only record of a column, whole. */
async function recordOf<T>(model: string, id: number): Promise<T> {
  const list = await server.data<{ data: Rows } | T>('base.content/getContentList', { model, id });
  if (model === 'single') return list as T;
  const { data } = list as { data: Rows };
  const whole = await server.data<{ data: T[] }>('base.content/getContentList', { model, ids: data[0]?.id });
  return whole.data[0] as T;
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
async function save(page: Page): Promise<void> {
  await button(page, '保存').click();
  await page.getByText('保存成功').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A content's form stays open where one saves; this leads back to its list. */
async function saveAndClose(page: Page): Promise<void> {
  await button(page, '更多操作').click();
  await page.getByRole('menuitem', { name: '保存并返回' }).click();
  await page.getByText('保存成功').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Begins a record in the column that the list shows. */
async function begin(page: Page, model: string, id: number, title: string): Promise<void> {
  await page.goto(`${server.url}/rTopAdmin/content/${model}?filter=${JSON.stringify({ col_id: id })}`);
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().fill(title);
}
const open = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).click();

/** A page of somebody signed in, which is nowhere yet. */
const visit = () => browser.open(rememberedBy({ url: server.url, locale: 'zh', token: server.token }));

test('a product is given sizes, gets a variant of each, and keeps what was typed for them', async () => {
  for (const title of ['大号', '小号']) await server.data('base.Size/addEditSize', { title });
  const id = await column('茶具', 'product');
  const page = await visit();
  await begin(page, 'product', id, '盖碗');
  await tab(page, '价格与规格');
  await label(page, '价格').first().fill('128');
  await page.getByRole('combobox', { name: '规格' }).click();
  await page.getByRole('option', { name: '大号' }).click();
  await page.getByRole('option', { name: '小号' }).click();
  await page.keyboard.press('Escape');
  await button(page, '为大号、小号添加报价').click();
  const rows = page.getByRole('listitem').filter({ has: label(page, 'SKU') });
  await rows.nth(1).getByLabel('SKU').fill('GW-S');
  await rows.nth(1).getByLabel('价格').fill('98');
  await saveAndClose(page);
  const { skus } = await recordOf<{ skus: object[] }>('product', id);
  expect(skus).toMatchObject([
    { sku: '', price: '128.00', stock: 0 },
    { sku: 'GW-S', price: '98.00', stock: 0 },
  ]);

  await open(page, '盖碗');
  await tab(page, '价格与规格');
  await rows.nth(0).getByLabel('价格').fill('x');
  await button(page, '保存').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await rows.nth(0).getByLabel('价格').getAttribute('aria-invalid')).toBe('true');
  await button(page, '移除 第 1 行').click();
  await saveAndClose(page);
  expect((await recordOf<{ skus: object[] }>('product', id)).skus).toMatchObject([{ sku: 'GW-S', price: '98.00' }]);
});

test('pictures of a gallery are added several at once, put in order by hand and by keyboard, and named', async () => {
  const id = await column('茶园', 'atlas');
  const page = await visit();
  await begin(page, 'atlas', id, '春天');
  await button(page, '保存').click();
  await expect.poll(() => page.getByRole('tab', { name: '图片' }).getAttribute('aria-selected')).toBe('true');
  await label(page, '图片地址，每行一个').fill('/upload/a.png\n\n/upload/b.png\n/upload/c.png');
  await button(page, '添加 3 个').click();
  await label(page, '标题').nth(2).fill('第三张');
  await label(page, '说明').nth(2).fill('雾散的时候');
  await button(page, '移动 图片 3').press('Alt+ArrowUp');
  const addresses = () =>
    label(page, '地址 *').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect(await addresses()).toEqual(['/upload/a.png', '/upload/c.png', '/upload/b.png']);
  const from = await button(page, '移动 图片 1').boundingBox();
  const to = await button(page, '移动 图片 3').boundingBox();
  if (!from || !to) throw new Error('a handle is not there');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(addresses).toEqual(['/upload/c.png', '/upload/b.png', '/upload/a.png']);
  await saveAndClose(page);
  const { images } = await recordOf<{ images: object[] }>('atlas', id);
  expect(images).toMatchObject([
    { url: '/upload/c.png', title: '第三张', intro: '雾散的时候' },
    { url: '/upload/b.png' },
    { url: '/upload/a.png' },
  ]);
});

test('a series of films has its episodes', async () => {
  const id = await column('视频', 'video');
  const page = await visit();
  await begin(page, 'video', id, '制茶');
  await tab(page, '视频');
  await label(page, '视频地址 *').fill('/upload/tea.mp4');
  await button(page, '添加一行').click();
  await label(page, '标题 *').last().fill('采摘');
  await label(page, '地址 *').last().fill('/upload/1.mp4');
  await label(page, '免费').check();
  await saveAndClose(page);
  expect(await recordOf('video', id)).toMatchObject({
    video_url: '/upload/tea.mp4',
    episodes: [{ title: '采摘', url: '/upload/1.mp4', duration: null, free: 1 }],
  });
});

test('a file to download takes its kind and name from its address, and its size as one reads it', async () => {
  const id = await column('下载', 'down');
  const page = await visit();
  await begin(page, 'down', id, '产品手册');
  await tab(page, '文件');
  await label(page, '文件地址，每行一个').fill('https://example.com/files/manual-2026.PDF?from=home');
  await button(page, '添加').click();
  await label(page, '大小').fill('2.5 MB');
  await label(page, '提取码').fill('x7k2');
  await saveAndClose(page);
  expect(await recordOf('down', id)).toMatchObject({
    files: [{ title: 'manual-2026', size: 2_621_440, ext: 'pdf', extract_code: 'x7k2' }],
  });
});

test('a posting that outgrows a query is saved, and one that does not goes by GET', async () => {
  const id = await column('招聘', 'recruitment');
  const page = await visit();
  const verbs: string[] = [];
  page.on('request', (request) => request.url().includes('addRecruitment') && verbs.push(request.method()));
  await begin(page, 'recruitment', id, '制茶师');
  await tab(page, '职位信息');
  await label(page, '部门').fill('生产部');
  await saveAndClose(page);
  await begin(page, 'recruitment', id, '品控主管');
  await label(page, '描述').fill('茶'.repeat(400));
  await saveAndClose(page);
  expect(verbs).toEqual(['GET', 'POST']);
  await page.getByRole('link', { name: '制茶师', exact: true }).waitFor();
  await page.getByRole('link', { name: '品控主管', exact: true }).waitFor();
});

test('a single page is made when its column is chosen, and saved where it stands, as the server says', async () => {
  const [id, other] = [await column('关于我们', 'single'), await column('联系我们', 'single')];
  const page = await visit();
  await page.goto(`${server.url}/rTopAdmin/content/single?filter=${JSON.stringify({ col_id: id })}`);
  expect(await label(page, '标题 *').inputValue()).toBe('关于我们');
  expect(await page.getByRole('link', { name: /^新增/ }).count()).toBe(0);
  await label(page, '副标题').fill('四十二户茶农');
  await page.route('**/base.content/editSingle', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), msg: '单页已更新' } });
  });
  await button(page, '保存').click();
  await page.getByText('单页已更新').waitFor();
  expect(await recordOf('single', id)).toMatchObject({ subtitle: '四十二户茶农' });

  // What is not saved yet is kept for when one comes back.
  await label(page, '副标题').fill('改到一半');
  const columns = page.getByRole('complementary', { name: '栏目' });
  await columns.getByRole('button', { name: /联系我们/ }).click();
  await expect.poll(() => label(page, '标题 *').inputValue()).toBe('联系我们');
  expect(await label(page, '副标题').inputValue()).toBe('');
  await page.reload();
  await label(page, '标题 *').waitFor();
  expect(await label(page, '标题 *').inputValue()).toBe('联系我们');
  expect(await recordOf('single', other)).toMatchObject({ title: '联系我们', version: 1 });
  expect(await recordOf('single', id)).toMatchObject({ subtitle: '四十二户茶农' });
  await columns.getByRole('button', { name: /关于我们/ }).click();
  await expect.poll(() => label(page, '副标题').inputValue()).toBe('改到一半');
});

test('a message stands out until it is opened, shows all of it, and is answered', async () => {
  const id = await column('留言板', 'message');
  await server.data('base.content/addContentParams', { cid: id, name: 'visitors', title: '参观人数', type: 'number' });
  const written = await server.database.transaction(async (db) => {
    await bumpVersion(db, 'message');
    const text = '周六想带孩子来茶园。\n需要预约吗？';
    return generic(db)
      .insertInto('message')
      .values({
        ...{ col_id: id, name: '林先生', mobile: '13800001234', email: '', content: text, ip: '203.0.113.5' },
        ...{ device: 'mobile', data: JSON.stringify({ visitors: 4 }), is_read: 0, is_star: 0, reply: '', sort: 0 },
        ...{ version: 1, create_time: '2026-11-20T02:00:00Z', update_time: '2026-11-20T02:00:00Z' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const page = await visit();
  await page.goto(`${server.url}/rTopAdmin/home`);
  await page.getByRole('link', { name: /未读留言/ }).click();
  const name = page.getByRole('link', { name: '林先生', exact: true });
  const weight = () => name.evaluate((link) => getComputedStyle(link).fontWeight);
  expect(await weight()).toBe('700');
  expect(await page.getByRole('link', { name: /^新增/ }).count()).toBe(0);
  await name.click();
  const panel = page.getByRole('dialog');
  await panel.getByText('参观人数').waitFor();
  await panel.getByText('需要预约吗？').waitFor();
  await expect.poll(() => recordOf('message', id)).toMatchObject({ is_read: 1 });
  await label(page, '回复').fill('要的，请提前三天打电话。');
  await save(page);
  expect(await recordOf('message', id)).toMatchObject({
    id: Number(written.id),
    reply: '要的，请提前三天打电话。',
    reply_admin_id: expect.any(Number),
  });
  await page.goto(`${server.url}/rTopAdmin/content/message?filter=${JSON.stringify({ col_id: id })}`);
  expect(await weight()).toBe('500');
});

test('parameters of a column are made, asked for in a tab of their own, checked, and kept', async () => {
  const [id, other] = [await column('礼盒', 'product'), await column('散茶', 'product')];
  const page = await visit();
  await page.goto(`${server.url}/rTopAdmin/content/product?filter=${JSON.stringify({ col_id: id })}`);
  const columns = page.getByRole('complementary', { name: '栏目' });
  await columns.getByRole('link', { name: '内容参数', exact: true }).click();
  await page.getByRole('link', { name: '新增内容参数' }).first().click();
  await label(page, '名称 *').fill('净含量');
  await label(page, '字段名 *').fill('weight');
  await label(page, '必填').check();
  await save(page);
  await page.getByRole('link', { name: '新增内容参数' }).first().click();
  await label(page, '名称 *').fill('包装');
  await label(page, '字段名 *').fill('packing');
  await page.getByRole('combobox', { name: '类型' }).click();
  await page.getByRole('option', { name: '单选' }).click();
  await label(page, '选项（每行一个） *').fill('纸盒\n铁罐');
  await page.getByRole('combobox', { name: '默认值' }).click();
  await page.getByRole('option', { name: '铁罐' }).click();
  await save(page);

  await begin(page, 'product', id, '明前礼盒');
  const params = page.getByRole('tab', { name: '参数', exact: true });
  await params.waitFor();
  await button(page, '保存').click();
  await expect.poll(() => params.getAttribute('aria-selected')).toBe('true');
  await label(page, '净含量 *').fill('250 克');
  expect(await page.getByRole('combobox', { name: '包装' }).textContent()).toBe('铁罐');
  await saveAndClose(page);
  expect(await recordOf('product', id)).toMatchObject({ params: { weight: '250 克', packing: '铁罐' } });

  await begin(page, 'product', other, '一斤装');
  await page.getByRole('tab', { name: '价格与规格' }).waitFor();
  expect(await params.count()).toBe(0);
});

test('a category is made in the column that is shown, and an article takes one of its own column alone', async () => {
  const [id, other] = [await column('新闻', 'article'), await column('通知', 'article')];
  await server.data('base.Category/addEditCategory', { title: '别处的', cid: other, type: 'article' });
  const page = await visit();
  await page.goto(`${server.url}/rTopAdmin/content/category`);
  const columns = page.getByRole('complementary', { name: '栏目' });
  await columns.getByRole('button', { name: '新闻' }).click();
  await columns.locator('[aria-current=true]', { hasText: '新闻' }).waitFor();
  await page.getByRole('link', { name: '新增分类' }).first().click();
  await label(page, '分类名称 *').fill('采茶季');
  await save(page);
  const categories = await server.data<object[]>('base.Category/getAllCategoryList', { id });
  expect(categories).toMatchObject([{ title: '采茶季', cid: id, type: 'article' }]);

  await begin(page, 'article', id, '开园');
  await page.getByRole('combobox', { name: '分类' }).click();
  expect(await page.getByRole('option').allTextContents()).toEqual(['无', '采茶季']);
  await page.getByRole('option', { name: '采茶季' }).click();
  await page.getByRole('dialog').getByLabel('栏目 *').click();
  await page.getByRole('option', { name: '通知' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: '分类' }).textContent()).toBe('无');
  await saveAndClose(page);
  expect(await recordOf('article', other)).toMatchObject({ category_id: null });
});
