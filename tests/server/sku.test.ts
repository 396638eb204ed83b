import { beforeAll, expect, test } from 'vitest';
import { describeEachDatabase, type Refused } from '../support/server.ts';

interface Sku {
  sku: string;
  stock?: number | null;
}

describeEachDatabase('B3: the variants of a product', (server) => {
  let col_id: number;
  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: '茶', model: 'product' })).id;
  });
  const blank = { size_id: null, sku: ' ', price: null, stock: null, org_img: '' };
  const variant = (sku: string) => ({ ...blank, sku, stock: 1 });
  const draft = (title: string, ...skus: object[]) => ({ title, col_id, skus });
  const add = (title: string, ...skus: string[]) =>
    server.data('base.content/addProduct', draft(title, ...skus.map(variant)));
  const refused = async (path: string, params: Record<string, unknown>) =>
    (await server.call<Refused>(path, params)).body.data.errors;
  const skusOf = async (id: number) => {
    const params = { model: 'product', ids: id };
    const { data } = await server.data<{ data: { skus: Sku[] }[] }>('base.content/getContentList', params);
    return data[0]?.skus.map(({ sku }) => sku);
  };

  test('that are blank are dropped, and the others keep their places in what is refused', async () => {
    const { id } = await server.data('base.content/addProduct', draft('空行', blank, variant(' K-1 '), {}, blank));
    expect(await skusOf(id)).toEqual(['K-1']);
    const errors = await refused('base.content/editProduct', { id, skus: [blank, { ...variant('K-2'), stock: -1 }] });
    expect(Object.keys(errors)).toEqual(['skus.1.stock']);
    await server.data('base.content/editProduct', { id, skus: [blank] });
    expect(await skusOf(id)).toEqual([]);
  });

  test('secure A9: half an emoji in a text of theirs is stored as a character that every database takes', async () => {
    const { id } = await server.data('base.content/addProduct', draft('半个', variant('K-\ud83c')));
    expect(await skusOf(id)).toEqual(['K-\ufffd']);
    const values = { skus: [variant('L-\ud83c')] };
    await server.data('base.content/saveWorkingCopy', { entity: 'product', id, values });
    const { copies } = await server.data<{ copies: { values: { skus: Sku[] } }[] }>('base.content/getWorkingCopy', {
      entity: 'product',
      id,
    });
    expect(copies[0]?.values.skus[0]?.sku).toBe('L-\ufffd');
  });

  test('of a series are dropped where they are blank too, though its cells must be filled in', async () => {
    const column = await server.data('base.base/addColumn', { title: '影', model: 'video' });
    const episodes = [
      { title: '', url: '' },
      { title: '一', url: '/upload/1.mp4' },
    ];
    const film = { title: '集', col_id: column.id, video_url: '/upload/0.mp4' };
    const { id } = await server.data('base.content/addVideo', { ...film, episodes });
    const { data } = await server.data<{ data: { episodes: object[] }[] }>('base.content/getContentList', {
      model: 'video',
      ids: id,
    });
    expect(data[0]?.episodes).toHaveLength(1);
    const errors = await refused('base.content/addVideo', { ...film, episodes: [...episodes, { title: '二' }] });
    expect(Object.keys(errors)).toEqual(['episodes.2.url']);
  });

  test('have no SKU twice: in one product or in two, whatever its case, and each is refused at its cell', async () => {
    const { id } = await add('甲', 'A-1', 'A-2');
    const twice = await refused('base.content/addProduct', draft('乙', variant('B-1'), blank, variant('b-1')));
    expect(twice).toEqual({ 'skus.2.sku': '与第 1 行相同，请换一个' });
    const other = await refused('base.content/addProduct', draft('乙', variant('B-1'), variant('a-2 ')));
    expect(other).toEqual({ 'skus.1.sku': '此 SKU 已被“甲”使用，请换一个' });
    // Its own are no others.
    await server.data('base.content/editProduct', { id, skus: [variant('A-2'), variant('A-1')] });
    const third = await add('丙', 'C-1');
    const edited = await refused('base.content/editProduct', { id: third.id, skus: [variant('A-1')] });
    expect(edited).toEqual({ 'skus.0.sku': '此 SKU 已被“甲”使用，请换一个' });
    await server.data('base.content/editProduct', { id, skus: [] });
    await server.data('base.content/editProduct', { id: third.id, skus: [variant('A-1')] });
  });

  test('have no SKU twice where many are saved at one moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => server.call('base.content/addProduct', draft(`同时 ${n}`, variant('R-1')))),
    );
    expect(replies.filter(({ body }) => body.code === 1)).toHaveLength(1);
  });

  test('keep no SKU from others in the recycle bin, and do not come back where it was taken since', async () => {
    const first = await add('旧', 'D-1');
    await server.data('base.content/deleteProduct', { pid: first.id });
    const second = await add('新', 'D-1');
    const restore = () => server.call('base.Recycle/restore', { entity: 'product', ids: first.id });
    const { body } = await restore();
    expect(JSON.stringify(body)).toContain('“D-1”已被“新”使用，不能恢复“旧”');
    await server.data('base.content/deleteProduct', { pid: second.id });
    expect(JSON.stringify((await restore()).body)).not.toContain('不能恢复');
    expect(await skusOf(first.id)).toEqual(['D-1']);
  });

  test('come back from the recycle bin where one product has a SKU twice since before that was refused', async () => {
    const { id } = await add('老', 'G-1');
    const skus = JSON.stringify([variant('G-1'), variant('g-1')]);
    await server.database.db.updateTable('product').set({ skus }).where('id', '=', id).execute();
    await server.data('base.content/deleteProduct', { pid: id });
    const { body } = await server.call('base.Recycle/restore', { entity: 'product', ids: id });
    expect(JSON.stringify(body)).not.toContain('不能恢复');
    expect(await skusOf(id)).toEqual(['G-1', 'g-1']);
  });

  test('do not come back with their column where a SKU was taken since', async () => {
    const column = await server.data('base.base/addColumn', { title: '收起', model: 'product' });
    await server.data('base.content/addProduct', { ...draft('列', variant('E-1')), col_id: column.id });
    await server.data('base.base/deleteColumn', { col_id: column.id, cascade: 1 });
    await add('新列', 'E-1');
    const { body } = await server.call('base.Recycle/restore', { entity: 'column', ids: column.id });
    expect(body).toMatchObject({
      data: {
        failed: [
          {
            title: '收起',
            msg: '“e-1”已被“新列”使用，不能恢复“列”',
            errors: { 'product.skus.sku': '“e-1”已被“新列”使用' },
          },
        ],
      },
    });
  });

  test('have no SKU of another product that another column’s file brings in', async () => {
    await add('文件', 'F-1');
    const form = new FormData();
    form.append('entity', 'product');
    form.append('file', new Blob([`title,col_id,skus\n进,${col_id},"[{""sku"":""F-1""}]"\n`]), 'a.csv');
    const address = `${server.url}/api/base.Transfer/import`;
    const reply = await fetch(address, { method: 'POST', headers: { authorization: server.token }, body: form });
    const { data } = (await reply.json()) as { data: { errors: object[] } };
    expect(data.errors).toMatchObject([{ row: 2, field: 'skus.0.sku', msg: '此 SKU 已被“文件”使用，请换一个' }]);
  });
});
