import { beforeAll, expect, test } from 'vitest';
import { referencesOf, refTitlesName } from '../../contract/fields.ts';
import { entityList } from '../../contract/index.ts';
import { contentRules, describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Told {
  id: number;
  ref_titles: Record<string, Record<string, string>>;
}
interface Page {
  data: Told[];
}

test('B5: every list of records that refer to others declares their titles', () => {
  for (const { fields, calls } of entityList) {
    for (const { returns } of [calls.list, calls.all].filter((call) => call !== undefined)) {
      const rows = 'page' in (returns ?? {}) ? (returns as { page: object }).page : (returns as [object])[0];
      expect(refTitlesName in rows).toBe(referencesOf(fields).length > 0);
    }
  }
});

describeTestedDatabases('B5: the titles of references', (server) => {
  let editor: TestAdmin;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    editor = await server.makeAdmin(
      await server.makeRole([...contentRules, 'base.admin/getAdminList', 'base.base/getColumnList']),
    );
    const made = async (name: string, path: string, params: object) => {
      ids[name] = (await server.data(path, params as Record<string, unknown>)).id;
      return ids[name];
    };
    const col_id = await made('column', 'base.base/addColumn', { title: '园艺', model: 'product' });
    await made('below', 'base.base/addColumn', { title: '工具', model: 'product', pid: col_id });
    const category_id = await made('category', 'base.Category/addEditCategory', {
      title: '剪刀',
      cid: col_id,
      type: 'product',
    });
    const [size, large] = [
      await made('size', 'base.Size/addEditSize', { title: '小号' }),
      await made('large', 'base.Size/addEditSize', { title: '大号' }),
    ];
    const variants = { size_ids: [size], skus: [{ size_id: large, sku: 'L-1', stock: 1, org_img: '', price: null }] };
    await made('product', 'base.content/addProduct', { title: '修枝剪', col_id, category_id, ...variants });
    await made('single', 'base.base/addColumn', { title: '关于', model: 'single' });
  });
  const asked = <T>(path: string, params = {}) => server.data<T>(path, params, { token: editor.token });
  const expected = () => ({
    column: { [Number(ids.column)]: '园艺' },
    category: { [Number(ids.category)]: '剪刀' },
    size: { [Number(ids.size)]: '小号', [Number(ids.large)]: '大号' },
    admin: { 1: 'admin' },
  });

  test('come with a record to whoever may read it, though not what it refers to', async () => {
    const refused = await server.call('base.Category/getAllCategoryList', {}, { token: editor.token });
    expect(refused.status).toBe(403);
    for (const params of [{}, { ids: ids.product }]) {
      const { data } = await asked<Page>('base.content/getContentList', { model: 'product', ...params });
      expect(data[0]?.ref_titles).toEqual(expected());
    }
  });

  test('come with the one record of a single page, and within trees', async () => {
    const single = await asked<Told>('base.content/getContentList', { model: 'single', id: ids.single });
    expect(single.ref_titles.column).toEqual({ [Number(ids.single)]: '关于' });
    const { data } = await asked<{ data: (Told & { children: Told[] })[] }>('base.base/getColumnList');
    const top = data.find(({ id }) => id === ids.column);
    expect(top?.children[0]?.ref_titles).toEqual({ column: { [Number(ids.column)]: '园艺' } });
    expect(top?.ref_titles).toEqual({});
  });

  test('come with what has a handler of its own, and with a version that is refused', async () => {
    const { data } = await asked<Page>('base.admin/getAdminList');
    expect(Object.values(data[0]?.ref_titles.role ?? {})).toHaveLength(1);
    const stale = await server.call<{ current: Told }>('base.content/editProduct', {
      id: ids.product,
      version: 99,
      title: 'x',
    });
    expect(stale.body.code).toBe(409);
    expect(stale.body.data.current.ref_titles).toEqual(expected());
  });

  test('are titles alone, of what the record refers to', async () => {
    const { data } = await asked<Page>('base.content/getContentList', { model: 'product' });
    expect(Object.keys(data[0]?.ref_titles ?? {}).sort()).toEqual(['admin', 'category', 'column', 'size']);
    for (const title of Object.values(data[0]?.ref_titles ?? {}).flatMap(Object.values))
      expect(title).toBeTypeOf('string');
  });
});
