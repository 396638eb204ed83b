import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Category {
  id: number;
  title: string;
  pid: number | null;
  level: number;
}

describeTestedDatabases('Categories', (server) => {
  let shop: number;
  let other: number;
  const save = (params: object) => server.data('base.Category/addEditCategory', { type: 'product', ...params });
  const refused = async (params: object) =>
    (await server.call<Refused>('base.Category/addEditCategory', { type: 'product', ...params })).body.data.errors;
  const all = (params = {}) => server.data<Category[]>('base.Category/getAllCategoryList', params);

  beforeAll(async () => {
    shop = (await server.data('base.base/addColumn', { title: 'Shop', model: 'product' })).id;
    other = (await server.data('base.base/addColumn', { title: 'Other', model: 'product' })).id;
  });

  test('are added and edited by one call, told apart by the id; an empty or zero id adds', async () => {
    const { id } = await save({ title: 'Bikes', cid: shop, id: '' });
    await save({ id, title: 'Bicycles' });
    const [row] = await all({ id: shop });
    expect(row).toMatchObject({ id, title: 'Bicycles', cid: shop, type: 'product', version: 2, level: 1 });
    expect(await refused({ cid: shop })).toEqual({ title: '必填' });
    expect(await refused({ id, title: '' })).toEqual({ title: '必填' });
    const { id: second } = await save({ title: 'Cars', cid: shop, id: 0 });
    expect(second).not.toBe(id);
  });

  test('keep their column, and it its model, as long as something is in them', async () => {
    const rides = (await server.data('base.base/addColumn', { title: 'Rides', model: 'product' })).id;
    const { id } = await save({ title: 'Tandems', cid: rides });
    const { body } = await server.call<Refused>('base.base/editColumn', { id: rides, model: 'article' });
    expect(body.data.errors).toEqual({ model: '还有其他记录在使用，不能修改' });
    const product = await server.data('base.content/addProduct', { title: 'Two', col_id: rides, category_id: id });
    expect(await refused({ id, cid: other })).toEqual({ cid: '还有其他记录在使用，不能修改' });
    expect((await server.call('base.content/editProduct', { id: product.id, category_id: id })).body.code).toBe(1);
    await server.data('base.Bulk/delete', { entity: 'product', ids: [product.id] });
    await save({ id, cid: other });
    expect(await all({ id: other })).toMatchObject([{ id, cid: other }]);
    // As an earlier version could leave it: the contents expect it where it was.
    await server.database.db.updateTable('product').set({ deleted_at: null }).where('id', '=', product.id).execute();
    await save({ id, cid: rides });
    await server.data('base.Bulk/delete', { entity: 'product', ids: [product.id] });
  });

  test('that were moved while their column was in the recycle bin are left by the contents that come back with it', async () => {
    const toys = (await server.data('base.base/addColumn', { title: 'Toys', model: 'product' })).id;
    const moved = (await save({ title: 'Blocks', cid: toys })).id;
    const kept = (await save({ title: 'Trains', cid: toys })).id;
    for (const [title, category_id] of Object.entries({ Bricks: moved, Rails: kept }))
      await server.data('base.content/addProduct', { title, col_id: toys, category_id });
    await server.data('base.base/deleteColumn', { col_id: toys, cascade: 1 });
    await save({ id: moved, cid: other });
    await server.data('base.Recycle/restore', { entity: 'column', ids: [toys] });
    const categories = async () => {
      const page = await server.data<{ data: { title: string; category_id: number | null }[] }>(
        'base.content/getContentList',
        { model: 'product', id: toys },
      );
      return Object.fromEntries(page.data.map(({ title, category_id }) => [title, category_id]));
    };
    expect(await categories()).toEqual({ Bricks: null, Rails: kept });
    await server.data('base.base/deleteColumn', { col_id: toys, cascade: 1 });
  });

  test('C1: are saved and asked for as the specification has it, and stand in a column', async () => {
    const boats = (await server.data('base.base/addColumn', { title: 'Boats', model: 'product' })).id;
    const whole = { id: '0', org_img: '', cid: `${boats}`, title: 'Sailing', pid: '0', sid: '0', sort: '0' };
    const { id } = await save({ ...whole, type: 'product' });
    expect((await all({ id: '0', type: '' })).map((each) => each.id)).toContain(id);
    expect((await all({ id: `${boats}`, type: 'product' })).map((each) => each.id)).toEqual([id]);
    expect(await refused({ ...whole, cid: '0' })).toEqual({ cid: '必填' });
    expect(await server.data('base.Size/addEditSize', { id: '0', title: 'L', sort: '0' })).toEqual({
      id: expect.any(Number),
    });
    expect(await server.data('base.Size/getAll', { id: '0' })).toHaveLength(1);
  });

  test('of a column come in tree order with their level, those of other columns do not', async () => {
    const [bikes] = await all({ id: shop });
    await save({ title: 'Elsewhere', cid: other });
    const { id: city } = await save({ title: 'City bikes', cid: shop, pid: bikes?.id });
    const { id: folding } = await save({ title: 'Folding bikes', cid: shop, pid: city });
    const rows = await all({ id: shop, type: 'product' });
    expect(rows.map(({ title, level }) => [title, level])).toEqual([
      ['Bicycles', 1],
      ['City bikes', 2],
      ['Folding bikes', 3],
      ['Cars', 1],
    ]);
    expect(await all({ id: shop, type: 'article' })).toEqual([]);
    const page = await server.data<{ data: Category[]; total: number }>('base.Category/getCategoryList', {
      id: shop,
      limit: 2,
      page: 2,
      sort: 'id',
    });
    expect([page.total, page.data.map(({ id }) => id)]).toEqual([4, [city, folding]]);
    expect(page.data.map(({ level }) => level)).toEqual([2, 3]);
  });

  test('hang neither under themselves nor under a category of another column', async () => {
    const [bikes, city, folding] = await all({ id: shop });
    const [elsewhere] = await all({ id: other });
    for (const pid of [bikes, city, folding].map((each) => each?.id))
      expect(await refused({ id: bikes?.id, pid })).toEqual({ pid: '不能移动到自己或自己的下级之下' });
    expect(await refused({ id: bikes?.id, pid: elsewhere?.id })).toEqual({ pid: '所选记录不存在' });
    expect(await refused({ title: 'New', cid: other, pid: bikes?.id })).toEqual({ pid: '所选记录不存在' });
  });

  test('are not deleted while something refers to them, and say how much', async () => {
    const [bikes, city, folding] = await all({ id: shop });
    const { id } = await server.data('base.content/addProduct', {
      title: 'Brompton',
      col_id: shop,
      category_id: folding?.id,
    });
    const remove = (category?: Category) =>
      server.call<{ holds: object }>('base.Category/deleteCategory', { id: category?.id });
    expect((await remove(bikes)).body).toMatchObject({ code: 0, data: { holds: { category: 1 } } });
    expect((await remove(folding)).body).toMatchObject({ code: 0, data: { holds: { product: 1 } } });
    await server.data('base.content/editProduct', { id, category_id: 0 });
    for (const each of [folding, city]) expect((await remove(each)).body.code).toBe(1);
    expect((await all({ id: shop })).map(({ title }) => title)).toEqual(['Bicycles', 'Cars']);
  });

  test('of a content leave it when it moves to another column', async () => {
    const [bikes] = await all({ id: shop });
    const { id } = await server.data('base.content/addProduct', {
      title: 'Tandem',
      col_id: shop,
      category_id: bikes?.id,
    });
    const category = async () => {
      const page = await server.data<{ data: { category_id: number | null }[] }>('base.content/getContentList', {
        model: 'product',
        ids: [id],
      });
      return page.data[0]?.category_id;
    };
    await server.data('base.content/editProduct', { id, title: 'Tandem bike' });
    expect(await category()).toBe(bikes?.id);
    await server.data('base.content/editProduct', { id, col_id: other });
    expect(await category()).toBeNull();
  });

  test('narrow a content list together with those below them', async () => {
    const [bikes] = await all({ id: shop });
    const { id: road } = await save({ title: 'Road bikes', cid: shop, pid: bikes?.id });
    const { id } = await server.data('base.content/addProduct', { title: 'Racer', col_id: shop, category_id: road });
    const found = async (category_id: unknown) => {
      const page = await server.data<{ data: { id: number }[] }>('base.content/getContentList', {
        model: 'product',
        category_id,
      });
      return page.data.map((row) => row.id);
    };
    expect(await found(bikes?.id)).toContain(id);
    expect(await found(road)).toEqual([id]);
    await server.data('base.content/deleteProduct', { pid: id });
    await server.database.transaction((db) => db.deleteFrom('product').where('id', '=', id).execute());
    await server.data('base.Category/deleteCategory', { id: road });
  });

  test('at the top of their trees are given by themselves', async () => {
    const [bikes] = await all({ id: shop });
    await save({ title: 'Below', cid: shop, pid: bikes?.id });
    const tops = await server.data<Category[]>('base.Category/getParentCategory', { id: shop });
    expect(tops.map(({ title }) => title)).toEqual(['Bicycles', 'Cars']);
    expect(tops[0]).not.toHaveProperty('pid');
    expect((await server.data<Category[]>('base.Category/getParentCategory')).map(({ title }) => title)).toContain(
      'Elsewhere',
    );
  });

  test('have beside them the products and galleries to choose related cases from, drafts too, deleted ones not', async () => {
    const gallery = (await server.data('base.base/addColumn', { title: 'Works', model: 'atlas' })).id;
    const images = [{ url: '/upload/a.png' }];
    await server.data('base.content/addAtlas', { title: 'Bridge', col_id: gallery, images, status: 0 });
    const gone = await server.data('base.content/addAtlas', { title: 'Tower', col_id: gallery, images });
    await server.data('base.content/deleteAtlas', { id: gone.id });
    const cases = await server.data<{ model: string; title: string }[]>('base.Category/getAllCaseList');
    expect(cases.map(({ model, title }) => [model, title])).toEqual([
      ['product', 'Tandem bike'],
      ['product', 'Brompton'],
      ['atlas', 'Bridge'],
    ]);
  });
});
