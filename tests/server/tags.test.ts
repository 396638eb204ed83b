import { expect, test } from 'vitest';
import { maxTags } from '../../contract/calls/tags.ts';
import { tagsOf } from '../../contract/tags.ts';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { generic } from '../../server/database/tables.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';

test('tags are separated by commas of either script, each once', () => {
  expect(tagsOf(' 绿茶，春茶,绿茶 ,')).toEqual(['绿茶', '春茶']);
  expect(tagsOf(null)).toEqual([]);
});

describeTestedDatabases('Tags', (server) => {
  const column = async (model: string) =>
    (await server.data('base.base/addColumn', { title: `tags ${model}`, model })).id as number;
  const add = async (call: string, title: string, tags: string, col_id: number) =>
    (await server.data(`base.content/${call}`, { title, tags, col_id })).id as number;
  const read = async (model: string, id: number) => {
    const params = { model, id: 0, searchKey: '', ids: String(id) };
    return (await server.data<{ data: { tags: string; version: number }[] }>('base.content/getContentList', params))
      .data[0];
  };
  /** A count is used for ten times as long as it took, also where records have changed since. */
  const listed = (searchKey: string) => server.data<object[]>('base.Tag/list', { searchKey });
  const rename = (title: string, to: string, options = {}) =>
    server.call<{ total: number } & Refused>('base.Tag/rename', { title, to }, options);

  test('are counted over all contents outside the recycle bin, the most used first', async () => {
    const [articles, products] = [await column('article'), await column('product')];
    await add('addArticle', 'A', 'count 绿茶,count 春茶', articles);
    await add('addProduct', 'B', 'count 绿茶', products);
    const gone = await add('addArticle', 'C', 'count 春茶,count 红茶', articles);
    await server.data('base.content/deleteArticle', { aid: gone });
    expect(await listed('COUNT')).toEqual([
      { title: 'count 绿茶', total: 2 },
      { title: 'count 春茶', total: 1 },
    ]);
    expect(await listed('春')).toEqual([{ title: 'count 春茶', total: 1 }]);
    expect(await listed('no such tag')).toEqual([]);
  });

  test('secure A9: of many the most used are told, and each is found by its name', async () => {
    const col_id = await column('article');
    const time = '2026-01-02T03:04:05Z';
    const system = { col_id, version: 1, sort: 0, status: 0, create_time: time, update_time: time };
    const nth = (n: number) => `many ${String(n).padStart(4, '0')}`;
    // The last is on three records, the one before on two, and each of 1,200 on one.
    const tagged = [...Array.from({ length: 1200 }, (_, n) => nth(n)), nth(1198), nth(1199), `${nth(1199)},other`];
    const rows = tagged.map((tags, n) => ({ ...system, title: `M${n}`, slug: `m${n}`, tags }));
    for (let at = 0; at < rows.length; at += 200)
      await server.database.transaction(async (db) => {
        await generic(db)
          .insertInto('article')
          .values(rows.slice(at, at + 200))
          .execute();
        await bumpVersion(db, 'article');
      });
    await expect.poll(() => listed('many')).toHaveLength(maxTags);
    const found = (await listed('many')) as { title: string; total: number }[];
    expect(found.slice(0, 4)).toEqual([
      { title: nth(1199), total: 3 },
      { title: nth(1198), total: 2 },
      { title: nth(0), total: 1 },
      { title: nth(1), total: 1 },
    ]);
    expect(found.at(-1)).toEqual({ title: nth(maxTags - 3), total: 1 });
    expect(await listed(nth(1000))).toEqual([{ title: nth(1000), total: 1 }]);
  });

  test('are renamed, merged and removed in every record, each with its version and its row in the log', async () => {
    const [articles, products] = [await column('article'), await column('product')];
    const one = await add('addArticle', 'A', 'old,new,%_', articles);
    const two = await add('addProduct', 'B', 'x,old', products);
    const other = await add('addProduct', 'C', 'older,OLD', products);
    expect((await rename('old', 'new')).body.data).toMatchObject({ total: 2 });
    expect(await read('article', one)).toMatchObject({ tags: 'new,%_', version: 2 });
    expect(await read('product', two)).toMatchObject({ tags: 'x,new', version: 2 });
    expect(await read('product', other)).toMatchObject({ tags: 'older,OLD', version: 1 });
    const logged = await server.database.db
      .selectFrom('operation_log')
      .select(['target', 'target_id', 'before', 'after'])
      .where('path', '=', 'base.Tag/rename')
      .where('target_id', '=', two)
      .execute();
    expect(logged).toEqual([
      { target: 'product', target_id: two, before: '{"tags":"x,old"}', after: '{"tags":"x,new"}' },
    ]);
    expect((await rename('%_', '')).body.data).toMatchObject({ total: 1 });
    expect(await read('article', one)).toMatchObject({ tags: 'new' });
    expect((await rename('x', 'x')).body.data).toMatchObject({ total: 0 });
    expect((await rename('a,b', 'c')).body.data.errors).toHaveProperty('title');
    expect((await rename('x', 'a，b')).body.data.errors).toHaveProperty('to');
  });

  test('are not removed by a name of nothing but commas', async () => {
    const one = await add('addArticle', 'A', 'comma', await column('article'));
    for (const to of ['，', ', ,', 'a，b'])
      expect((await rename('comma', to)).body.data, to).toMatchObject({ errors: { to: expect.any(String) } });
    expect((await read('article', one))?.tags).toBe('comma');
    expect((await rename('comma', 'comma 1，')).body.data.total).toBe(1);
    expect((await read('article', one))?.tags).toBe('comma 1');
  });

  test('one record that refuses leaves all as they were, and is named', async () => {
    const articles = await column('article');
    const one = await add('addArticle', 'Short', 'whole', articles);
    await add('addArticle', 'Long', `whole,${'y'.repeat(190)}`, articles);
    const { body } = await rename('whole', 'w'.repeat(40), { headers: { 'accept-language': 'en' } });
    expect(body).toMatchObject({ code: 0, msg: 'The tags of “Long” cannot be changed' });
    expect(body.data.errors).toHaveProperty('tags');
    expect(await read('article', one)).toMatchObject({ tags: 'whole', version: 1 });
  });

  test('take the rule of the call and of each edit that it makes', async () => {
    const [articles, products] = [await column('article'), await column('product')];
    await add('addArticle', 'A', 'guarded', articles);
    await add('addProduct', 'B', 'guarded', products);
    const tokenOf = async (...rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
    const ofArticles = await tokenOf(...contentRules, 'base.Tag/rename', 'base.content/editArticle');
    expect((await rename('guarded', 'free', { token: ofArticles })).status).toBe(403);
    await expect.poll(() => listed('guarded')).toEqual([{ title: 'guarded', total: 2 }]);
    const reader = await tokenOf(...contentRules);
    expect((await rename('guarded', 'free', { token: reader })).status).toBe(403);
    const both = await tokenOf('base.Tag/rename', 'base.content/editArticle', 'base.content/editProduct');
    expect((await rename('guarded', 'free', { token: both })).body.data).toMatchObject({ total: 2 });
  });
});
