import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { generic } from '../../server/database/tables.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { autosaveTimes } from '../../src/form/publishing/autosaveTimes.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { atlasResource } from '../../src/resources/atlas.tsx';
import { categoryResource } from '../../src/resources/category.tsx';
import { contentParamResource } from '../../src/resources/contentParam.tsx';
import { downResource } from '../../src/resources/down.tsx';
import { messageResource } from '../../src/resources/message.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { recruitmentResource } from '../../src/resources/recruitment.tsx';
import { singleResource } from '../../src/resources/single.tsx';
import { videoResource } from '../../src/resources/video.tsx';
import { useServer } from '../support/server.ts';
import { choose, chooseFrom, dialog, fill, formOf, press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const openScreens = useServerScreens(server);

const column = async (title: string, model: string) => (await server.data('base.base/addColumn', { title, model })).id;
/** Reads the only record of a column with all its fields. */
async function recordOf<T>(model: string, id: number): Promise<T> {
  if (model === 'single') return server.data<T>('base.content/getContentList', { model, id });
  const list = await server.data<{ data: { id: number }[] }>('base.content/getContentList', { model, id });
  const whole = await server.data<{ data: T[] }>('base.content/getContentList', { model, ids: list.data[0]?.id });
  return whole.data[0] as T;
}

/** A form with the title and one tab of the model. */
const tabOf = (resource: Resource, tab: string) =>
  formOf(resource, {
    base: { main: ['title'], side: ['col_id'] },
    [tab]: resource.form.tabs[tab] ?? { main: [] },
  });

/** Begins a record in a column. */
async function begin(resource: Resource, id: number, title: string, label = '标题 *') {
  const opened = await openScreens([resource], `${resource.path}/create?filter=${JSON.stringify({ col_id: id })}`);
  await fill(label, title);
  return opened;
}

/** Saves and returns to the list, since saving alone leaves the form of a content open. */
async function saveAndClose(): Promise<void> {
  await chooseFrom('更多操作', '保存并返回');
  await told('保存成功');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const openTab = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }));
const chosenTab = () => screen.getByRole('tab', { selected: true }).textContent;
const input = (element: Element | undefined) => element as HTMLInputElement;

const offers = () => screen.getAllByRole('listitem').filter((row) => within(row).queryByLabelText('SKU'));

it('a product is given sizes, gets a variant of each, and keeps what was typed for them', async () => {
  for (const title of ['大号', '小号']) await server.data('base.Size/addEditSize', { title });
  const id = await column('茶具', 'product');
  const { user } = await begin(tabOf(productResource, 'sale'), id, '盖碗');
  await openTab('价格与规格');
  await fill('价格', '128');
  await user.click(await screen.findByRole('combobox', { name: '规格' }));
  await user.click(await screen.findByRole('option', { name: '大号' }));
  await user.click(await screen.findByRole('option', { name: '小号' }));
  await user.keyboard('{Escape}');
  await press('为大号、小号添加报价');
  await fill('SKU', 'GW-S', offers()[1]);
  await fill('价格', '98', offers()[1]);
  await saveAndClose();
  expect((await recordOf<{ skus: object[] }>('product', id)).skus).toMatchObject([
    { sku: '', price: '128.00', stock: 0 },
    { sku: 'GW-S', price: '98.00', stock: 0 },
  ]);
});

it('a variant whose price is none is refused where it stands, and taken away', async () => {
  const col_id = await column('茶杯', 'product');
  const skus = [{ price: '128.00' }, { sku: 'PM-S', price: '98.00' }];
  const { id } = await server.data('base.content/addProduct', { title: '品茗杯', col_id, skus });
  await openScreens([formOf(productResource, { base: { main: ['title', 'skus'] } })], `/content/product/${id}`);
  await screen.findAllByLabelText('SKU');
  await fill('价格', 'x', offers()[0]);
  await press('保存');
  const price = () => within(offers()[0] as HTMLElement).getByLabelText('价格');
  await waitFor(() => expect(price().getAttribute('aria-invalid')).toBe('true'));
  await press('移除 第 1 行');
  await saveAndClose();
  expect((await recordOf<{ skus: object[] }>('product', col_id)).skus).toMatchObject([{ sku: 'PM-S', price: '98.00' }]);
});

it('day C5: prices that an input method wrote in full width are read, one with a comma is refused', async () => {
  const col_id = await column('茶盘', 'product');
  const { id } = await server.data('base.content/addProduct', { title: '竹盘', col_id, skus: [{ sku: 'ZP' }] });
  await openScreens([formOf(productResource, { base: { main: ['price', 'skus'] } })], `/content/product/${id}`);
  await screen.findByLabelText('SKU');
  await fill('价格', '.5', offers()[0]);
  const price = input(screen.getAllByLabelText('价格')[0]);
  await fill('价格', '1,20');
  await press('保存');
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  await fill('价格', ' １２．５　');
  await saveAndClose();
  expect(await recordOf('product', col_id)).toMatchObject({ price: '12.50', skus: [{ price: '0.50' }] });
});

it('day C6: a price is read as people paste it, with its currency and thousands; what is no number is refused', async () => {
  const col_id = await column('茶海', 'product');
  const skus = [{ sku: 'CH' }];
  const { id } = await server.data('base.content/addProduct', { title: '石盘', col_id, price: '5', skus });
  await openScreens([formOf(productResource, { base: { main: ['price', 'skus'] } })], `/content/product/${id}`);
  await screen.findByLabelText('SKU');
  const price = input(screen.getAllByLabelText('价格')[0]);
  for (const wrong of ['1,5', '12,34.00', '0,299', '1.299,00', '￥', '199 美']) {
    await fill('价格', wrong);
    await press('保存');
    await waitFor(() => expect([wrong, price.getAttribute('aria-invalid')]).toEqual([wrong, 'true']));
    await fill('价格', '7');
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('false'));
  }
  await fill('价格', ' ￥１，２９９．００ ');
  await fill('价格', '1,299 元', offers()[0]);
  await saveAndClose();
  expect(await recordOf('product', col_id)).toMatchObject({ price: '1299.00', skus: [{ price: '1299.00' }] });
});

it('day B1: every change within a list is stored, not the first alone', async () => {
  autosaveTimes.delayMs = 20;
  const col_id = await column('茶壶', 'product');
  const { id } = await server.data('base.content/addProduct', {
    title: '石瓢',
    col_id,
    status: 1,
    skus: [{ sku: 'SP' }],
  });
  await openScreens([formOf(productResource, { base: { main: ['title', 'skus'] } })], `/content/product/${id}`);
  await screen.findByLabelText('SKU');
  for (const price of ['11', '12', '13']) {
    await fill('价格', price, offers()[0]);
    const copy = { copies: [{ values: { skus: [{ sku: 'SP', price }] } }] };
    await waitFor(async () =>
      expect(await server.data('base.content/getWorkingCopy', { entity: 'product', id })).toMatchObject(copy),
    );
  }
});

it('pictures of a gallery are added several at once, put in order by keyboard, and named', async () => {
  const id = await column('茶园', 'atlas');
  await begin(tabOf(atlasResource, 'images'), id, '春天');
  await press('保存');
  await waitFor(() => expect(chosenTab()).toBe('图片'));
  await fill('图片地址，每行一个', '/upload/a.png\n\n/upload/b.png\n/upload/c.png');
  await press('添加 3 个');
  const last = async (name: string, text: string) =>
    fireEvent.change((await screen.findAllByLabelText(name))[2] as HTMLElement, { target: { value: text } });
  await last('标题', '第三张');
  await last('说明', '雾散的时候');
  fireEvent.keyDown(screen.getByRole('button', { name: '移动 图片 3' }), { key: 'ArrowUp', altKey: true });
  const addresses = () => screen.getAllByLabelText('地址 *').map((address) => input(address).value);
  await waitFor(() => expect(addresses()).toEqual(['/upload/a.png', '/upload/c.png', '/upload/b.png']));
  await saveAndClose();
  expect((await recordOf<{ images: object[] }>('atlas', id)).images).toMatchObject([
    { url: '/upload/a.png' },
    { url: '/upload/c.png', title: '第三张', intro: '雾散的时候' },
    { url: '/upload/b.png' },
  ]);
});

it('a series of films has its episodes', async () => {
  const id = await column('视频', 'video');
  await begin(tabOf(videoResource, 'video'), id, '制茶');
  await openTab('视频');
  await fill('视频地址 *', '/upload/tea.mp4');
  await press('添加一行');
  const episode = screen.getByRole('listitem');
  await fill('标题 *', '采摘', episode);
  await fill('地址 *', '/upload/1.mp4', episode);
  fireEvent.click(within(episode).getByLabelText('免费'));
  await saveAndClose();
  expect(await recordOf('video', id)).toMatchObject({
    video_url: '/upload/tea.mp4',
    episodes: [{ title: '采摘', url: '/upload/1.mp4', duration: null, free: 1 }],
  });
});

it('a file to download takes its kind and name from its address, and its size as one reads it', async () => {
  const id = await column('下载', 'down');
  await begin(tabOf(downResource, 'files'), id, '产品手册');
  await openTab('文件');
  await fill('文件地址，每行一个', 'https://example.com/files/manual-2026.PDF?from=home');
  await press('添加');
  await fill('大小', '2.5 MB');
  await fill('提取码', 'x7k2');
  await saveAndClose();
  expect(await recordOf('down', id)).toMatchObject({
    files: [{ title: 'manual-2026', size: 2_621_440, ext: 'pdf', extract_code: 'x7k2' }],
  });
});

it('a posting that outgrows a query is saved, and one that does not goes by GET', async () => {
  const id = await column('招聘', 'recruitment');
  const postings: Resource = {
    ...formOf(recruitmentResource, {
      base: { main: ['title', 'description'], side: ['col_id'] },
      job: { main: ['department'] },
    }),
    list: { columns: ['title'] },
  };
  const verbs = () =>
    vi
      .mocked(fetch)
      .mock.calls.flatMap(([url, init]) => (String(url).includes('addRecruitment') ? [init?.method] : []));
  const { leave } = await begin(postings, id, '制茶师', '职位 *');
  await openTab('职位信息');
  await fill('部门', '生产部');
  await saveAndClose();
  expect(verbs()).toEqual(['GET']);
  leave();
  await begin(postings, id, '品控主管', '职位 *');
  await fill('描述', '茶'.repeat(400));
  await saveAndClose();
  expect(verbs()).toEqual(['GET', 'POST']);
  for (const name of ['制茶师', '品控主管']) await screen.findByRole('link', { name });
});

it('a single page is made when its column is chosen, and saved where it stands, as the server says', async () => {
  const [id, other] = [await column('关于我们', 'single'), await column('联系我们', 'single')];
  const { list } = singleResource;
  const pages: Resource = { ...formOf(singleResource, { base: { main: ['title', 'subtitle'] } }), list };
  const path = `/content/single?filter=${JSON.stringify({ col_id: id })}`;
  const { user, leave, address } = await openScreens([pages], path);
  const shownIn = (label: string) => input(screen.getByLabelText(label)).value;
  await waitFor(() => expect(shownIn('标题 *')).toBe('关于我们'));
  expect(screen.queryByRole('link', { name: /^新增/ })).toBeNull();
  await fill('副标题', '四十二户茶农');
  const pass = vi.mocked(fetch).getMockImplementation() as typeof fetch;
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    const reply = await pass(url, init);
    if (!String(url).includes('editSingle')) return reply;
    return new Response(JSON.stringify({ ...(await reply.json()), msg: '单页已更新' }));
  });
  await press('保存');
  await told('单页已更新');
  expect(await recordOf('single', id)).toMatchObject({ subtitle: '四十二户茶农' });

  // Unsaved text is kept until the single page is opened again.
  await fill('副标题', '改到一半');
  const columns = () => within(screen.getByRole('complementary', { name: '栏目' }));
  await user.click(await columns().findByRole('button', { name: /联系我们/ }));
  await waitFor(() => expect(shownIn('标题 *')).toBe('联系我们'));
  expect(shownIn('副标题')).toBe('');
  const there = address().replace('/rTopAdmin', '');
  leave();
  const again = await openScreens([pages], there);
  await waitFor(() => expect(shownIn('标题 *')).toBe('联系我们'));
  expect(await recordOf('single', other)).toMatchObject({ title: '联系我们', version: 1 });
  expect(await recordOf('single', id)).toMatchObject({ subtitle: '四十二户茶农' });
  await again.user.click(await columns().findByRole('button', { name: /关于我们/ }));
  await waitFor(() => expect(shownIn('副标题')).toBe('改到一半'));
});

it('day B8: the form of a single page in its column has its versions, one of which is put back, and its history', async () => {
  const id = await column('公司简介', 'single');
  const page = await recordOf<{ id: number }>('single', id);
  for (const subtitle of ['山上的茶园', '湖边的茶园']) {
    const { version } = await recordOf<{ version: number }>('single', id);
    await server.data('base.content/editSingle', { id: page.id, version, title: '公司简介', subtitle });
  }
  const { list } = singleResource;
  const pages: Resource = { ...formOf(singleResource, { base: { main: ['title', 'subtitle'] } }), list };
  await openScreens([pages], `/content/single?filter=${JSON.stringify({ col_id: id })}`);
  const subtitle = () => input(screen.getByLabelText('副标题')).value;
  await waitFor(() => expect(subtitle()).toBe('湖边的茶园'));
  expect(screen.queryByRole('button', { name: '关闭' })).toBeNull();

  await press('版本');
  await press('把版本 2 与现在对比');
  await press('恢复到表单');
  await waitFor(() => expect(subtitle()).toBe('山上的茶园'));
  await press('保存');
  await told('保存成功');
  expect(await recordOf('single', id)).toMatchObject({ subtitle: '山上的茶园' });

  await press('修改记录');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /编辑单页/ })).toHaveLength(3));
});

it('a message stands out until it is opened, shows all of it, and is answered', async () => {
  const id = await column('留言板', 'message');
  await server.data('base.content/addContentParams', { cid: id, name: 'visitors', title: '参观人数', type: 'number' });
  const written = await server.database.transaction(async (db) => {
    await bumpVersion(db, 'message');
    const text = '周六想带孩子来茶园。\n需要预约吗？';
    return generic(db)
      .insertInto('message')
      .values({
        col_id: id,
        name: '林先生',
        mobile: '13800001234',
        email: '',
        content: text,
        ip: '203.0.113.5',
        device: 'mobile',
        data: JSON.stringify({ visitors: 4 }),
        is_read: 0,
        is_star: 0,
        reply: '',
        sort: 0,
        version: 1,
        create_time: '2026-11-20T02:00:00Z',
        update_time: '2026-11-20T02:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const messages: Resource = {
    ...formOf(messageResource, { message: { main: ['content', 'data', 'reply'] } }),
    list: { columns: ['name'] },
  };
  const { user, address, leave } = await openScreens([messages], '/home');
  await user.click(await screen.findByRole('link', { name: /未读留言/ }));
  const name = () => screen.findByRole('link', { name: '林先生' });
  const weight = async () => getComputedStyle(await name()).fontWeight;
  expect(await weight()).toBe('700');
  expect(screen.queryByRole('link', { name: /^新增/ })).toBeNull();
  await user.click(await name());
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByText('参观人数');
  await panel.findByText(/需要预约吗？/);
  await waitFor(async () => expect(await recordOf('message', id)).toMatchObject({ is_read: 1 }));
  await fill('回复', '要的，请提前三天打电话。');
  await press('保存');
  await told('保存成功');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await recordOf('message', id)).toMatchObject({
    id: Number(written.id),
    reply: '要的，请提前三天打电话。',
    reply_admin_id: expect.any(Number),
  });
  expect(address()).toContain('/content/message');
  leave();
  await openScreens([messages], `/content/message?filter=${JSON.stringify({ col_id: id })}`);
  expect(await weight()).toBe('500');
});

it('parameters of a column are made, asked for in a tab of their own, checked, and kept', async () => {
  const [id, other] = [await column('礼盒', 'product'), await column('散茶', 'product')];
  const products: Resource = {
    ...formOf(productResource, { base: { main: ['title'], side: ['col_id'] }, params: { main: ['params'] } }),
    list: { ...productResource.list, columns: ['title'] },
  };
  const shown = [products, contentParamResource];
  const path = `/content/product?filter=${JSON.stringify({ col_id: id })}`;
  const { user, leave, address } = await openScreens(shown, path);
  await user.click(await screen.findByRole('link', { name: '内容参数' }));
  await waitFor(() => expect(address()).toContain('"sid":0'));
  const add = async () => user.click((await screen.findAllByRole('link', { name: '新增内容参数' }))[0] as HTMLElement);
  const save = async () => {
    await press('保存');
    await told('保存成功');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await add();
  await fill('名称 *', '净含量');
  await fill('字段名 *', 'weight');
  fireEvent.click(screen.getByLabelText('必填'));
  await save();
  await add();
  await fill('名称 *', '包装');
  await fill('字段名 *', 'packing');
  await choose('类型', '单选');
  await fill('选项（每行一个） *', '纸盒\n铁罐');
  await choose('默认值', '铁罐');
  await save();
  leave();

  const filling = await begin(products, id, '明前礼盒');
  await screen.findByRole('tab', { name: '参数' });
  await press('保存');
  await waitFor(() => expect(chosenTab()).toBe('参数'));
  await fill('净含量 *', '250 克');
  expect(screen.getByRole('combobox', { name: '包装' }).textContent).toBe('铁罐');
  await saveAndClose();
  expect(await recordOf('product', id)).toMatchObject({ params: { weight: '250 克', packing: '铁罐' } });
  filling.leave();

  await begin(products, other, '一斤装');
  expect(screen.queryByRole('tab', { name: '参数' })).toBeNull();
  await saveAndClose();
  expect(await recordOf('product', other)).toMatchObject({ title: '一斤装', params: {} });
});

it('a category is made in the column that is shown, and an article takes one of its own column alone', async () => {
  const [id, other] = [await column('新闻', 'article'), await column('通知', 'article')];
  await server.data('base.Category/addEditCategory', { title: '别处的', cid: other, type: 'article' });
  const { user, leave } = await openScreens([categoryResource], '/content/category');
  const columns = within(await screen.findByRole('complementary', { name: '栏目' }));
  await user.click(await columns.findByRole('button', { name: '新闻' }));
  await waitFor(() => expect(columns.getByRole('button', { current: true }).textContent).toBe('新闻'));
  await user.click((await screen.findAllByRole('link', { name: '新增分类' }))[0] as HTMLElement);
  await fill('分类名称 *', '采茶季');
  await press('保存');
  await told('保存成功');
  const categories = await server.data<object[]>('base.Category/getAllCategoryList', { id });
  expect(categories).toMatchObject([{ title: '采茶季', cid: id, type: 'article' }]);
  leave();

  const articles = formOf(articleResource, { base: { main: ['title', 'col_id', 'category_id'] } });
  await begin(articles, id, '开园');
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '分类' }));
  await screen.findByRole('option', { name: '采茶季' });
  const options = screen.getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['无', '采茶季']);
  fireEvent.click(options[1] as HTMLElement);
  await choose('栏目', '通知', await dialog(/新增文章/));
  await waitFor(() => expect(screen.getByRole('combobox', { name: '分类' }).textContent).toBe('无'));
  await saveAndClose();
  expect(await recordOf('article', other)).toMatchObject({ category_id: null });
});
