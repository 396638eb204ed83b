import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { generic } from '../../server/database/tables.ts';
import { wholeListQueueOf } from '../../server/http/handlerOf.ts';
import { contentQueueOf } from '../../server/site/siteHandlers.ts';
import { contentRules, describeTestedDatabases, type TestServer } from '../support/server.ts';

/**
 * Counts what the server reads from now on: the statements, the most of them before others have their turn, and the
 * longest result of one, in characters of JSON.
 */
function reading(server: TestServer) {
  const read = { statements: 0, maxInTurn: 0, longest: 0 };
  let inTurn = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.statements++;
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      read.maxInTurn = Math.max(read.maxInTurn, ++inTurn);
      read.longest = Math.max(read.longest, JSON.stringify(result.rows).length);
      return result;
    },
  };
  const { database } = server;
  const { db, transaction } = database;
  Object.assign(database, { db: db.withPlugin(plugin) });
  database.transaction = (task) => transaction((inside) => task(inside.withPlugin(plugin)));
  onTestFinished(() => void Object.assign(database, { db, transaction }));
  return read;
}

describeTestedDatabases('secure: long texts are read a few at a time', (server, kind) => {
  const headers = { 'content-type': 'application/json' };
  const send = async (path: string, body: object) =>
    expect((await server.call(path, JSON.stringify(body), { headers })).body.code).toBe(1);
  const addColumn = async () => (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
  const addArticle = async (col_id: number) =>
    (await server.data('base.content/addArticle', { title: 'x', col_id })).id;
  const saveCopies = async (n: number, params: object) => {
    const col_id = await addColumn();
    for (let at = 0; at < n; at++)
      await send('base.content/saveWorkingCopy', {
        entity: 'article',
        id: await addArticle(col_id),
        values: { title: 'typed', params },
      });
  };
  const long = 'x'.repeat(1_000_000);

  test('secure A9: asked who has a right, of many roles, it lets others have their turn', async () => {
    const ids = [...(await server.ruleIds()).values()];
    await server.database.transaction(async (db) => {
      for (let n = 0; n < 50; n++) {
        const row = { title: `many ${n}` };
        const { id } = await generic(db).insertInto('role').values(row).returning('id').executeTakeFirstOrThrow();
        const pairs = ids.map((ref_id) => ({ owner_id: id, ref_id }));
        await generic(db).insertInto('role_rule_method').values(pairs).execute();
      }
    });
    const asked = {
      rights: '["base.content/editArticle"]',
      entity: 'article',
      id: await addArticle(await addColumn()),
    };
    // The clock is faked so that each look at it finds the time of a turn over.
    const { now } = performance;
    let extra = 0;
    performance.now = () => {
      extra += 21;
      return now.call(performance) + extra;
    };
    onTestFinished(() => {
      performance.now = now;
    });
    const read = reading(server);
    const { roles } = await server.data<{ roles: object[] }>('base.admin/whoCan', asked);
    expect(roles.length).toBeGreaterThan(50);
    expect(read.statements).toBeGreaterThan(50);
    expect(read.maxInTurn).toBeLessThan(25);
  });

  test('secure A9: versions of a long text are read one after the other', async () => {
    const id = await addArticle(await addColumn());
    const texts = Array.from({ length: 9 }, (_, n) => `${n}${'字'.repeat(100_000)}`);
    for (const content of texts) await send('base.content/editArticle', { id, content });
    const read = reading(server);
    const contentOf = async (n: number) =>
      (await server.data<{ values: { content: string } }>('base.Version/read', { entity: 'article', id, n })).values
        .content;
    expect([await contentOf(10), await contentOf(7)]).toEqual([texts[8], texts[5]]);
    expect(read.longest).toBeGreaterThan(100_000);
    expect(read.longest).toBeLessThan(200_000);
  });

  test('secure A9: values of a parameter are looked for in a few long working copies at a time', async () => {
    const param = { title: 'x', cid: await addColumn(), name: 'title', type: 'text' };
    const { id } = await server.data('base.content/addContentParams', param);
    await saveCopies(6, { a: long });
    const read = reading(server);
    await server.data('base.content/addContentParams', { id, name: 'heading' });
    expect(read.longest).toBeGreaterThan(1_000_000);
    expect(read.longest).toBeLessThan(1_500_000);
  });

  test('secure A9: a file is looked for in a few long working copies at a time', async () => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF']), 'a.pdf');
    const options = { method: 'POST', headers: { authorization: server.token }, body: form };
    const sent = await (await fetch(`${server.url}/api/base.upload/documentUpload`, options)).json();
    const { id, url } = sent.data;
    await saveCopies(1, { file: url });
    const read = reading(server);
    const remove = async () => {
      const before = read.statements;
      const { body } = await server.call('base.Media/delete', { id });
      expect(body.data).toMatchObject({ holds: { article: 1 } });
      return read.statements - before;
    };
    await remove();
    const few = await remove();
    await saveCopies(8, { a: long, b: long, c: long });
    await remove();
    expect((await remove()) - few).toBeGreaterThan(5);
  });

  test('secure A9: the palette reads no long variants, and looks at a few products at a time', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'Shop', model: 'product' })).id;
    const org_img = `/upload/${'x'.repeat(400)}`;
    const skusOf = (at: number, n: number) =>
      Array.from({ length: n }, (_, row) => ({ sku: `rare-${at}-${row}`, price: '1.00', stock: 1, org_img }));
    const add = (at: number, n: number) =>
      send('base.content/addProduct', { col_id, title: `Product ${at}`, skus: skusOf(at, n) });
    for (let at = 0; at < 30; at++) await add(at, at < 4 ? 200 : 1);
    const role = await server.makeRole(contentRules);
    await server.data('base.admin/edit_role', { id: role, field_limits: '{"product":{"tags":"hidden"}}' });
    const { token } = await server.makeAdmin(role);
    const find = async (q: string) => {
      const read = reading(server);
      const found = await server.data<{ title: string }[]>('base.Search/records', { q }, { token });
      return { ...read, titles: found.map(({ title }) => title) };
    };
    const few = await find('rare');
    expect(few.longest).toBeLessThan(50_000);
    for (let at = 30; at < 60; at++) await add(at, 1);
    const many = await find('rare');
    if (kind === 'sqlite') expect(many.statements).toBe(few.statements + 1);
    // The best matches of all parts come first, among equal ones the newest.
    expect(many.titles.slice(0, 3)).toEqual(['Product 59', 'Product 58', 'Product 57']);
    expect((await find('rare-2-7')).titles[0]).toBe('Product 2');
  });

  test('secure A9: previews, whose texts are cleaned anew, take turns with what else visitors read', async () => {
    const id = await addArticle(await addColumn());
    await send('base.content/saveWorkingCopy', { entity: 'article', id, values: { title: 'typed' } });
    const about = { entity: 'article', id };
    const { url } = await server.data<{ url: string }>('base.content/previewLink', about);
    const [, preview] = /preview=([\w-]{43})/.exec(url) ?? [];
    const ip = '203.0.113.7';
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = contentQueueOf(server.settings).run(ip, () => promise);
    const options = { token: '', headers: { 'x-forwarded-for': ip } };
    let isThere = false;
    const read = server.data<{ title: string }>('site.content/read', { preview }, options).then((record) => {
      isThere = true;
      return record;
    });
    await server.data('site.visit/record', { url: '/' }, options);
    await new Promise((done) => setTimeout(done, 200));
    expect(isThere).toBe(false);
    resolve();
    await other;
    expect(await read).toMatchObject({ title: 'typed' });
  });

  test('secure A9: whatever visitors read takes turns, and what they send does not wait for it', async () => {
    const col_id = await addColumn();
    const reads = [...calls.values()].filter(({ call }) => call.path.startsWith('site.') && call.verb === 'GET');
    const params = { group: 'none', id: col_id, col_id };
    const ip = '203.0.113.8';
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    const other = contentQueueOf(server.settings).run(ip, () => promise);
    const options = { token: '', headers: { 'x-forwarded-for': ip } };
    const answered: string[] = [];
    const all = reads.map(async ({ call }) => {
      const given = Object.entries(params).filter(([name]) => name in call.params);
      await server.call(call.path, Object.fromEntries(given), options);
      answered.push(call.path);
    });
    await server.data('site.visit/record', { url: '/' }, options);
    await new Promise((done) => setTimeout(done, 200));
    expect([reads.length, answered]).toEqual([8, []]);
    resolve();
    await other;
    await Promise.all(all);
  });

  test('secure A9: lists that are answered whole come to each caller one after the other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    const other = wholeListQueueOf(server.settings).run('1 ', () => promise);
    const answered: string[] = [];
    const whole = ['base.base/getAllColumnList', 'base.base/getColumnList', 'base.base/getAdGroup'];
    const all = whole.map(async (path) => {
      await server.data(path);
      answered.push(path);
    });
    await server.data('base.content/getContentList', { model: 'article' });
    await new Promise((done) => setTimeout(done, 200));
    expect(answered).toEqual([]);
    resolve();
    await Promise.all([other, ...all]);
    expect(answered.toSorted()).toEqual(whole.toSorted());
  });
});
