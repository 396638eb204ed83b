import { describe, expect, onTestFinished, test } from 'vitest';
import { product } from '../../contract/entities/product.ts';
import { type Field, money, text } from '../../contract/fields.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { generic } from '../../server/database/tables.ts';
import { insertRows } from '../support/insertRows.ts';
import { describeTestedDatabases } from '../support/server.ts';

type Row = Record<string, unknown> & { id: number; title: string };
interface Page {
  data: Row[];
  total: number;
}
const inDays = (days: number) => toIsoSeconds(new Date(Date.now() + days * 86_400_000));
const out = { token: '' };

describeTestedDatabases('What anyone may read of the site', (server) => {
  const read = <T>(path: string, params: Record<string, unknown> = {}) => server.data<T>(path, params, out);
  const column = async (title: string, more: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...more })).id;
  const article = async (title: string, col_id: number, more: Record<string, unknown> = {}) =>
    (await server.data('base.content/addArticle', { title, col_id, status: 1, ...more })).id;
  const titles = async (params: Record<string, unknown>) =>
    (await read<Page>('site.content/list', params)).data.map(({ title }) => title);
  const codeOf = async (path: string, params: Record<string, unknown>) =>
    (await server.call(path, params, out)).body.code;

  test('is the tree of columns that are switched on, without what hangs on others', async () => {
    const parent = await column('Shown', { sort: 2 });
    await column('Child', { pid: parent });
    await column('First', { sort: 1 });
    const off = await column('Off', { status: 0 });
    await column('Below off', { pid: off });
    await server.data('base.base/deleteColumn', { col_id: await column('Recycled') });
    const tree = await read<(Row & { children: Row[] })[]>('site.column/list');
    expect(tree.map(({ title }) => title)).toEqual(['First', 'Shown']);
    expect(tree[1]?.children).toMatchObject([{ title: 'Child', pid: parent, level: 2, children: [] }]);
    expect(await codeOf('site.column/read', { id: off })).toBe(404);
    expect(await codeOf('site.column/read', { url_name: 'below-off' })).toBe(404);
    expect(await read('site.column/read', { url_name: 'shown' })).toMatchObject({ id: parent, params: [] });
  });

  describe('of records', () => {
    test('B1: is no record that was added without a word of its status: it is a draft', async () => {
      const col_id = await column('Drafts');
      const { id } = await server.data('base.content/addArticle', { title: 'Half-written', col_id });
      const [row] = (await server.data<Page>('base.content/getContentList', { model: 'article', id: col_id })).data;
      expect(row).toMatchObject({ id, status: 0 });
      expect(await titles({ col_id })).toEqual([]);
      expect(await codeOf('site.content/read', { model: 'article', id })).toBe(404);
      await server.data('base.content/editArticle', { id, status: 1 });
      expect(await titles({ col_id })).toEqual(['Half-written']);
    });

    test('is no draft, nothing expired, nothing of the future, nothing recycled, nothing of a hidden column', async () => {
      const col_id = await column('News');
      const hidden = await column('Hidden', { status: 0 });
      const shown = await article('Published', col_id, { expire_time: inDays(1) });
      const secret = [
        await article('Draft', col_id, { status: 0 }),
        await article('Expired', col_id, { expire_time: inDays(-1) }),
        await article('Future', col_id, { publish_time: inDays(1) }),
        await article('Recycled', col_id),
        await article('Of a hidden column', hidden),
      ];
      await server.data('base.content/deleteArticle', { aid: secret[3] });
      expect(await titles({ col_id })).toEqual(['Published']);
      expect((await read<Page>('site.content/list', { col_id })).total).toBe(1);
      expect(await titles({ model: 'article', searchKey: 'hidden' })).toEqual([]);
      expect(await codeOf('site.content/list', { col_id: hidden })).toBe(404);
      for (const id of secret) expect(await codeOf('site.content/read', { model: 'article', id })).toBe(404);
      expect(await codeOf('site.content/read', { model: 'article', id: shown })).toBe(1);
    });

    test('holds what stands in the columns below, by pages, filters and words', async () => {
      const parent = await column('Parent');
      const child = await column('Child of it', { pid: parent });
      await article('one 苹果', parent, { is_top: 1, sort: 3 });
      await article('two', child, { sort: 2, tags: '苹果,香蕉' });
      await article('three', child, { sort: 1 });
      expect(await titles({ col_id: parent })).toEqual(['three', 'two', 'one 苹果']);
      expect(await titles({ col_id: parent, limit: 2, page: 2 })).toEqual(['one 苹果']);
      expect(await titles({ col_id: parent, is_top: 1 })).toEqual(['one 苹果']);
      expect(await titles({ col_id: parent, searchKey: '苹果' })).toEqual(['two', 'one 苹果']);
      expect(await titles({ col_id: parent, sort: 'id' })).toEqual(['three', 'two', 'one 苹果']);
      expect(await titles({ col_id: child })).toEqual(['three', 'two']);
      expect((await read<Page>('site.content/list', { col_id: parent, limit: 1 })).total).toBe(3);
    });

    test('is counted as it is shown, also above 10,000: what waits for its time or is over is not', async () => {
      const [col_id, beside] = [await column('Many'), await column('Beside')];
      const system = { version: 1, create_time: inDays(-9), update_time: inDays(-9), publish_time: inDays(-9) };
      await server.database.transaction(async (db) => {
        const articles = Array.from({ length: 10_050 }, (_, n) => ({
          title: `乌龙 ${n}`,
          col_id,
          is_hot: n % 2,
          ...system,
        }));
        await insertRows(db, 'article', articles);
        await bumpVersion(db, 'article');
      });
      for (const waiting of [1, 2, 3])
        await article(`乌龙 later ${waiting}`, col_id, { publish_time: inDays(waiting), is_hot: 1 });
      await article('乌龙 over', col_id, { publish_time: inDays(-2), expire_time: inDays(-1) });
      await article('乌龙 draft', col_id, { status: 0 });
      await article('乌龙 beside', beside, { publish_time: inDays(1) });
      const totalOf = async (params: object) => (await read<Page>('site.content/list', { col_id, ...params })).total;
      expect(await totalOf({})).toBe(10_050);
      expect(await totalOf({ searchKey: '乌龙' })).toBe(10_050);
      expect(await totalOf({ searchKey: '乌龙', is_hot: 1 })).toBe(10_050 / 2);
      const id = await article('乌龙 now', col_id);
      expect(await totalOf({})).toBe(10_051);
      const past = { publish_time: inDays(-2), expire_time: inDays(-1) };
      await server.data('base.content/editArticle', { id, ...past });
      expect(await totalOf({})).toBe(10_050);
    });

    test('has records without a time at the early end of an order by time', async () => {
      const col_id = await column('Times');
      const [id] = [await article('no time', col_id), await article('a time', col_id)];
      await generic(server.database.db)
        .updateTable('article')
        .set({ publish_time: null })
        .where('id', '=', id)
        .execute();
      await server.database.transaction((db) => bumpVersion(db, 'article'));
      const inOrder = (order: string) => titles({ col_id, sort: 'publish_time', order });
      expect([await inOrder('asc'), await inOrder('desc')]).toEqual([
        ['no time', 'a time'],
        ['a time', 'no time'],
      ]);
    });

    test('has no body in a list, and nowhere what is the console’s own business', async () => {
      const col_id = await column('Bodies');
      const id = await article('With a body', col_id, { content: '<p>long</p>', sort: 7 });
      const [row] = (await read<Page>('site.content/list', { col_id })).data;
      const record = await read<Row>('site.content/read', { model: 'article', id });
      expect(row).toMatchObject({ id, title: 'With a body', column_title: 'Bodies' });
      expect(row).not.toHaveProperty('content');
      expect(record.content).toBe('<p>long</p>');
      for (const name of ['admin_id', 'version', 'status', 'sort', 'deleted_at']) {
        expect(row).not.toHaveProperty(name);
        expect(record).not.toHaveProperty(name);
      }
    });

    test('names its neighbours in the list of its column, past those that are not published', async () => {
      const col_id = await column('Neighbours');
      const [last] = [await article('c', col_id), await article('draft', col_id, { status: 0 })];
      const middle = await article('b', col_id);
      const first = await article('a', col_id, { sort: -1 });
      const beside = (id: number) => read<Row>('site.content/read', { model: 'article', id });
      expect(await beside(middle)).toMatchObject({ prev_id: first, prev_title: 'a', next_id: last, next_title: 'c' });
      expect(await beside(first)).toMatchObject({ prev_id: null, next_id: middle });
      expect(await beside(last)).toMatchObject({ prev_id: middle, next_id: null, next_title: '' });
    });

    test('of a column of single pages none has a name', async () => {
      const col_id = await column('Named', { model: 'single' });
      expect(await codeOf('site.content/read', { col_id, slug: 'x' })).toBe(404);
    });

    test('is a single page by its column, once it is published', async () => {
      const col_id = await column('About', { model: 'single' });
      expect(await codeOf('site.content/read', { col_id })).toBe(404);
      const page = await server.data<Row>('base.content/getContentList', { id: col_id, model: 'single' });
      await server.data('base.content/editSingle', { id: page.id, content: '<p>us</p>' });
      expect(await codeOf('site.content/read', { col_id })).toBe(404);
      await server.data('base.content/editSingle', { id: page.id, status: 1 });
      expect(await read('site.content/read', { col_id })).toMatchObject({ id: page.id, content: '<p>us</p>' });
      await server.data('base.content/editSingle', { id: page.id, status: 0 });
      expect(await codeOf('site.content/read', { col_id })).toBe(404);
    });

    test('is never a message', async () => {
      const col_id = await column('Messages', { model: 'message' });
      await server.data('site.message/send', { col_id, content: 'private' }, out);
      expect(await codeOf('site.content/list', { model: 'message' })).toBe(0);
      expect(await codeOf('site.content/list', { col_id })).toBe(0);
      expect(await codeOf('site.content/read', { model: 'message', id: 1 })).toBe(0);
    });

    test('is refused where it is not said of what', async () => {
      expect(await codeOf('site.content/list', {})).toBe(0);
      expect(await codeOf('site.content/read', {})).toBe(0);
      expect(await codeOf('site.content/read', { id: 1 })).toBe(0);
    });

    test('counts each view once, however many read at the same time, and changes no version', async () => {
      const col_id = await column('Viewed');
      const id = await article('Viewed', col_id, { views: 5 });
      await Promise.all(Array.from({ length: 60 }, () => read('site.content/read', { model: 'article', id })));
      const views = async () => {
        const found = server.database.db.selectFrom('article').select(['views', 'version']).where('id', '=', id);
        return found.executeTakeFirstOrThrow();
      };
      await expect.poll(views).toEqual({ views: 65, version: 1 });
    });
  });

  test('is a menu with the columns that its entries lead to', async () => {
    const group = await server.data('base.base/addNavGroup', { title: 'Top', ident: 'top' });
    const col_id = await column('Linked', { link: 'https://example.org/' });
    const off = await column('Linked, but off', { status: 0 });
    const nav = (title: string, more: Record<string, unknown>) =>
      server.data('base.base/addNav', { title, group_id: group.id, ...more });
    const { id: pid } = await nav('To a column', { col_id, url: '/own' });
    await nav('Below', { pid, url: '/below' });
    await nav('To a hidden column', { col_id: off });
    await nav('Off', { status: 0 });
    const tree = await read<(Row & { children: Row[] })[]>('site.nav/list', { group: 'top' });
    expect(tree).toMatchObject([
      {
        title: 'To a column',
        col_id,
        url: 'https://example.org/',
        col_url_name: 'linked',
        children: [{ url: '/below' }],
      },
    ]);
    expect(tree).toHaveLength(1);
    expect(await read('site.nav/list', { group: group.id })).toEqual(tree);
    expect(await read('site.nav/list', { group: 'none' })).toEqual([]);
  });

  test('are the advertisements that are live; their clicks are counted', async () => {
    const group = await server.data('base.base/addAdGroup', { title: 'Slides', ident: 'slides' });
    const ad = async (title: string, more: Record<string, unknown> = {}) =>
      (await server.data('base.base/addAd', { title, group_id: group.id, org_img: '/a.png', ...more })).id;
    const live = await ad('Live', { start_time: inDays(-1), end_time: inDays(1) });
    const [over] = [await ad('Over', { end_time: inDays(-1) }), await ad('Not yet', { start_time: inDays(1) })];
    await ad('Off', { status: 0 });
    expect(await read('site.ad/list', { group: 'slides' })).toMatchObject([{ id: live, title: 'Live' }]);
    expect(await codeOf('site.ad/click', { id: over })).toBe(404);
    await Promise.all(Array.from({ length: 30 }, () => read('site.ad/click', { id: live })));
    const clicks = async () => {
      const { data } = await server.data<Page>('base.base/getAdList', { group_id: group.id, ids: live });
      return data[0]?.clicks;
    };
    await expect.poll(clicks).toBe(30);
  });

  test('are its name and agreement, and no secret', async () => {
    await server.data('base.Config/saveConfig', {
      web_title: 'The site',
      agreement_title: 'Terms',
      agreement_content: '<p>Be kind</p>',
    });
    expect(await read('site.agreement/read')).toEqual({ title: 'Terms', content: '<p>Be kind</p>' });
    const info = await read<Record<string, unknown>>('site.info/read');
    expect(info).toMatchObject({ web_title: 'The site', message_status: 1 });
    expect(Object.keys(info).filter((name) => /secret|key$|password|log_/.test(name))).toEqual([]);
  });

  test('D3: is no field that the contract does not call public: none that is new, within items neither, and none by a search', async () => {
    await server.database.db.schema
      .alterTable('product')
      .addColumn('supplier', 'text', (added) => added.notNull().defaultTo('Secret Ltd'))
      .execute();
    const { of = {}, ...skus } = product.fields.skus as Field;
    const { public: _public, ...tags } = product.fields.tags as Field;
    const withPrivate = { supplier: text(60), skus: { ...skus, of: { ...of, cost: money() } }, tags };
    const before = { skus: product.fields.skus, tags: product.fields.tags };
    Object.assign(product.fields, withPrivate);
    onTestFinished(() => {
      Object.assign(product.fields, before);
      Reflect.deleteProperty(product.fields, 'supplier');
    });
    const col_id = await column('Goods', { model: 'product' });
    const { id } = await server.data('base.content/addProduct', {
      title: 'A lamp',
      col_id,
      tags: 'discreet',
      status: 1,
    });
    const kept = [{ sku: 'L1', price: '9.00', stock: 1, size_id: null, org_img: '', cost: '4.00' }];
    await generic(server.database.db)
      .updateTable('product')
      .set({ skus: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute();
    await server.database.transaction((db) => bumpVersion(db, 'product'));

    const own = await server.data<Page>('base.content/getContentList', { id: col_id, model: 'product' });
    expect(own.data[0]).toMatchObject({ supplier: 'Secret Ltd', tags: 'discreet', skus: [{ cost: '4.00' }] });
    const listed = (await read<Page>('site.content/list', { col_id })).data[0];
    const shown = await read<Row>('site.content/read', { model: 'product', id });
    for (const row of [listed, shown]) {
      expect(row).toMatchObject({ title: 'A lamp', skus: [{ sku: 'L1', price: '9.00' }] });
      for (const name of ['supplier', 'tags', 'status', 'sort', 'version', 'admin_id'])
        expect(row).not.toHaveProperty(name);
      expect(JSON.stringify(row)).not.toContain('4.00');
    }
    expect(await titles({ col_id, searchKey: 'lamp' })).toEqual(['A lamp']);
    expect(await titles({ col_id, searchKey: 'discreet' })).toEqual([]);
  });
});
