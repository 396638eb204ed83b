import { expect, test } from 'vitest';
import { copyTitle } from '../../server/bulk/duplicate.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';

type Row = Record<string, unknown> & { id: number };

test('the title of a copy is marked once, in the caller’s language, and fits its field', () => {
  expect(copyTitle('春茶', 'en')).toBe('春茶 (copy)');
  expect(copyTitle('春茶（副本）', 'zh')).toBe('春茶（副本）');
  expect(copyTitle('Spring', 'en')).toBe('Spring (copy)');
  expect(copyTitle('iPhone', 'zh')).toBe('iPhone（副本）');
  const long = copyTitle(`${'a'.repeat(192)}😀${'b'.repeat(6)}`, 'en');
  expect(long).toBe(`${'a'.repeat(192)} (copy)`);
  expect(copyTitle('茶'.repeat(200), 'zh')).toBe(`${'茶'.repeat(196)}（副本）`);
});

describeTestedDatabases('Duplicates', (server) => {
  const column = async (model: string, title: string) =>
    (await server.data('base.base/addColumn', { title, model })).id as number;
  const read = async (model: string, id: number) => {
    const params = { model, id: 0, searchKey: '', ids: String(id) };
    return (await server.data<{ data: Row[] }>('base.content/getContentList', params)).data[0] as Row;
  };
  const duplicate = (entity: string, ids: unknown, options = {}) =>
    server.call<{ ids: number[] } & Refused>('base.Bulk/duplicate', { entity, ids }, options);

  test('a copy is a draft with all values but counters, times and unique ones', async () => {
    const col_id = await column('product', '春茶');
    await server.data('base.content/addContentParams', {
      cid: col_id,
      sid: 0,
      title: '产地',
      name: 'origin',
      type: 'text',
      value: '福建',
      options: '',
    });
    const size = await server.data('base.Size/addEditSize', { id: 0, title: 'dup 50 g', sort: 0 });
    const { id } = await server.data('base.content/addProduct', {
      title: '明前龙井',
      col_id,
      content: '<p>正文</p>',
      tags: '绿茶,春茶',
      is_top: 1,
      price: '12.50',
      stock: 7,
      views: 99,
      sales: 5,
      status: 1,
      publish_time: '2026-01-01T00:00:00Z',
      expire_time: '2036-01-01T00:00:00Z',
      size_ids: [size.id],
      skus: [{ size_id: size.id, sku: 'DUP-1', price: '12.50', stock: 3 }],
      params: { origin: '' },
    });
    const { body } = await duplicate('product', [id]);
    expect(body).toMatchObject({ code: 1, data: { ids: [expect.any(Number)] } });
    const [source, copy] = [await read('product', id), await read('product', body.data.ids[0] ?? 0)];
    expect(copy).toMatchObject({
      title: '明前龙井（副本）',
      status: 0,
      state: 'draft',
      views: 0,
      sales: 0,
      expire_time: null,
      version: 1,
      col_id,
      content: '<p>正文</p>',
      tags: '绿茶,春茶',
      is_top: 1,
      price: '12.50',
      stock: 7,
      size_ids: [size.id],
      skus: [{ size_id: size.id, price: '12.50', stock: 3 }],
    });
    expect([source.params, copy.params]).toEqual([{}, {}]);
    expect(JSON.stringify(copy.skus)).not.toContain('DUP-1');
    expect(copy.publish_time).not.toBe(source.publish_time);
    expect(await read('product', id)).toEqual(source);
    const logged = await server.database.db
      .selectFrom('operation_log')
      .select(['path', 'target_id'])
      .where('target', '=', 'product')
      .where('target_id', '=', copy.id)
      .execute();
    expect(logged).toEqual([{ path: 'base.Bulk/duplicate', target_id: copy.id }]);
  });

  test('day B4: a copy has neither the item number of its source nor the SKUs of its variants', async () => {
    const col_id = await column('product', '夏茶');
    const own = { sn: 'LJ-001', unit: '盒', skus: [{ sku: 'LJ-001-S', stock: 3 }] };
    const { id } = await server.data('base.content/addProduct', { title: '碧螺春', col_id, ...own });
    const { body } = await duplicate('product', [id]);
    const copy = await read('product', body.data.ids[0] ?? 0);
    expect(copy).toMatchObject({ sn: '', unit: '盒', skus: [{ stock: 3 }] });
    expect(JSON.stringify(copy.skus)).not.toContain('LJ-001');
    expect(await read('product', id)).toMatchObject({ sn: 'LJ-001', skus: [{ sku: 'LJ-001-S' }] });
  });

  test('day C15: a copy has a tag from before that holds a separator as it is', async () => {
    const col_id = await column('article', '旧标签');
    const { id } = await server.data('base.content/addArticle', { title: '旧', col_id, tags: '甲' });
    await server.database.db.updateTable('article').set({ tags: 'R&D；lab,甲' }).where('id', '=', id).execute();
    const { body } = await duplicate('article', [id]);
    expect(await read('article', body.data.ids[0] ?? 0)).toMatchObject({ tags: 'R&D；lab,甲' });
  });

  test('several are copied in their order, each once; if one is refused none is, and the message names it', async () => {
    const col_id = await column('article', 'Several');
    const ids: number[] = [];
    for (const title of ['One', 'Two']) ids.push((await server.data('base.content/addArticle', { title, col_id })).id);
    const { body } = await duplicate('article', [...ids, ids[0]]);
    const copies = await Promise.all(body.data.ids.map((id) => read('article', id)));
    expect(copies.map(({ title }) => title)).toEqual(['One（副本）', 'Two（副本）']);

    const count = async () =>
      (await server.database.db.selectFrom('article').select('id').where('col_id', '=', col_id).execute()).length;
    expect((await duplicate('article', [ids[0], 2_000_000_000])).body).toMatchObject({ code: 404 });
    await server.data('base.content/addContentParams', {
      cid: col_id,
      sid: 0,
      title: 'Needed',
      name: 'needed',
      type: 'text',
      value: '',
      options: '',
      required: 1,
    });
    const refused = (await duplicate('article', ids, { headers: { 'accept-language': 'en' } })).body;
    expect(refused).toMatchObject({ code: 0, msg: '“One” cannot be duplicated', data: { id: ids[0] } });
    expect(Object.keys(refused.data.errors)).toEqual(['params.needed']);
    expect(await count()).toBe(4);
    expect((await duplicate('article', [])).body.data.errors).toHaveProperty('ids');
    expect(
      (
        await duplicate(
          'article',
          Array.from({ length: 101 }, (_, at) => at + 1),
        )
      ).body.data.errors,
    ).toHaveProperty('ids');
  });

  test('the deadline of a job posting stays while it is ahead', async () => {
    const col_id = await column('recruitment', 'Jobs');
    const deadlineOfCopy = async (end_time: string) => {
      const { id } = await server.data('base.content/addRecruitment', { title: 'Job', col_id, end_time });
      return (await read('recruitment', (await duplicate('recruitment', [id])).body.data.ids[0] ?? 0)).end_time;
    };
    expect(await deadlineOfCopy('2036-01-01T00:00:00Z')).toBe('2036-01-01T00:00:00Z');
    expect(await deadlineOfCopy('2026-01-01T00:00:00Z')).toBeNull();
  });

  test('only contents that people create are copied, and only by who may list and create them', async () => {
    for (const entity of ['message', 'single', 'admin', 'column', 'nothing'])
      expect((await duplicate(entity, [1])).body.code, entity).toBe(0);
    const { id } = await server.data('base.content/addArticle', {
      title: 'Guarded',
      col_id: await column('article', 'Guarded'),
    });
    const tokenOf = async (rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
    for (const rules of [[...contentRules], [...contentRules, 'base.content/editArticle']])
      expect((await duplicate('article', [id], { token: await tokenOf(rules) })).status, rules.join()).toBe(403);
    const both = await tokenOf([...contentRules, 'base.content/addArticle']);
    expect((await duplicate('article', [id], { token: both })).body.code).toBe(1);
    expect((await duplicate('article', [id], { token: '' })).status).toBe(401);
  });
});
