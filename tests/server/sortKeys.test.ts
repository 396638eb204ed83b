import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { objectsOf } from '../../server/database/derived/index.ts';
import { sortKey, sortKeyFunction, sortKeysFile } from '../../server/database/derived/sortKeys.ts';
import { openDatabase } from '../../server/database/index.ts';
import { inStep, runMigrations } from '../../server/database/migrate.ts';
import type { Db } from '../../server/database/tables.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import * as lifecycle from '../../server/engine/lifecycle.ts';
import { verifySite } from '../../server/verify/verifySite.ts';
import { passphrase, useBackupFolder } from '../support/backups.ts';
import { bothDatabases } from '../support/databases.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { describeEachDatabase, makeStorage } from '../support/server.ts';
import { compareOnPostgres } from '../support/textFunctions.ts';

/** Titles in the order in which they are sorted. */
const names = [
  ...[
    '2 Takte',
    '10 Takte',
    'A',
    'a',
    'Ä',
    '安徽',
    'B',
    'b',
    '北京',
    'Beijing',
    '第02章',
    '第2章',
    '第3章 a',
    '第3章 B',
  ],
  ...['第10章', '第１１章', 'Émile', 'émile 2', 'ÉMILE 10', '西安', '先', 'Ｚ', '重庆', '🍵'],
];
/** Shuffles the values, in the same way each time. */
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value, at) => ({ value, key: createHash('sha256').update(`${at}`).digest('hex') }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ value }) => value);

interface Page {
  data: { id: number; title: string }[];
  total: number;
}

describeEachDatabase('A list that is sorted by its title', (server, kind) => {
  let col_id: number;
  const ids = new Map<string, number>();
  const list = async (params: Record<string, unknown> = {}) =>
    (await server.data<Page>('base.content/getContentList', { model: 'article', id: col_id, sort: 'title', ...params }))
      .data;
  const titles = async (params: Record<string, unknown> = {}) =>
    (await list({ limit: 100, order: 'asc', ...params })).map(({ title }) => title);
  const edit = (title: string, to: string) =>
    server.data('base.content/editArticle', { id: ids.get(title), title: to });

  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: 'Sorted', model: 'article' })).id;
    for (const title of shuffled(names))
      ids.set(title, (await server.data('base.content/addArticle', { title, col_id })).id);
  });

  test('day C5: has Chinese by pinyin, letters without case and marks, and numbers as numbers, up and down', async () => {
    expect(await titles()).toEqual(names);
    expect(await titles({ order: 'desc' })).toEqual(names.toReversed());
    const both = { id: undefined, limit: 100 };
    expect((await titles(both)).filter((title) => ids.has(title))).toEqual(names);
    expect(await titles({ searchKey: '章' })).toEqual(names.filter((title) => title.includes('章')));
    expect(await titles({ searchKey: '章', order: 'desc', limit: 2 })).toEqual(['第１１章', '第10章']);
  });

  test('day C5: answers with the fields of the contract alone', async () => {
    const [row = {}] = await list({ limit: 1 });
    expect(Object.keys(row).filter((name) => !(name in article.fields) && name !== 'id')).toEqual(
      ['ref_titles'].filter((name) => name in row),
    );
  });

  test('day C5: has equal titles in the order of their ids', async () => {
    const same = (await server.data('base.base/addColumn', { title: 'Same', model: 'article' })).id;
    const made: number[] = [];
    for (const title of ['同名', '同名', '同名'])
      made.push((await server.data('base.content/addArticle', { title, col_id: same })).id);
    const idsOf = async (order: string) => (await list({ id: same, order })).map(({ id }) => id);
    expect(await idsOf('asc')).toEqual(made);
    expect(await idsOf('desc')).toEqual(made.toReversed());
  });

  test('day C5: follows an edit, an edit in bulk, its undo, an import and the recycle bin', async () => {
    const sorted = (change: (title: string) => string) => {
      const changed = names.map(change);
      return changed.toSorted((one, other) => Buffer.compare(Buffer.from(sortKey(one)), Buffer.from(sortKey(other))));
    };
    await edit('第2章', '第12章');
    expect((await titles()).slice(-10, -7)).toEqual(['第１１章', '第12章', 'Émile']);
    await edit('第2章', '第2章');
    expect(await titles()).toEqual(names);

    const moved = ['安徽', '重庆'];
    const { batch } = await server.data<{ batch: string }>('base.Bulk/edit', {
      entity: 'article',
      ids: moved.map((title) => ids.get(title)),
      fields: { title: '第9章' },
    });
    expect(await titles()).toEqual(sorted((title) => (moved.includes(title) ? '第9章' : title)));
    await server.data('base.Batch/undo', { batch });
    expect(await titles()).toEqual(names);

    const form = new FormData();
    form.append('entity', 'article');
    const file = `id,title,col_id\n${ids.get('西安')},第1章,Sorted\n,第1节,Sorted\n`;
    form.append('file', new Blob([file], { type: 'text/csv' }), 'a.csv');
    const headers = { authorization: server.token };
    const response = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    expect(await response.json()).toMatchObject({ data: { created: 1, updated: 1 } });
    const withImported = [...names.slice(0, 10), '第1节', '第1章', ...names.slice(10)].filter(
      (title) => title !== '西安',
    );
    expect(await titles()).toEqual(withImported);

    const imported = (await list({ limit: 100 })).find(({ title }) => title === '第1节')?.id;
    await server.data('base.content/deleteArticle', { aid: imported });
    await edit('西安', '西安');
    expect(await titles()).toEqual(names);
    await server.data('base.Recycle/restore', { entity: 'article', ids: [imported] });
    expect(await titles()).toEqual([...names.slice(0, 10), '第1节', ...names.slice(10)]);
    await server.data('base.content/deleteArticle', { aid: imported });
  });

  test('day C5: is exported in its order', async () => {
    const query = new URLSearchParams({
      entity: 'article',
      sort: 'title',
      order: 'desc',
      filter: JSON.stringify({ col_id }),
    });
    const response = await fetch(`${server.url}/api/base.Transfer/export?${query}`, {
      headers: { authorization: server.token },
    });
    const rows = parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true }) as { title: string }[];
    expect(rows.map(({ title }) => title)).toEqual(names.toReversed());
    expect(Object.keys(rows[0] ?? {})).not.toContain('sort_key');
  });

  test('day C5: gives each record once on its pages of 25, near and far, also of a search', async () => {
    const pages = (await server.data('base.base/addColumn', { title: 'Pages', model: 'article' })).id;
    const many = 1300;
    const parts = ['第', '卷', '茶', 'é', 'E', 'z', '9', '10', ' ', '안', '👩‍👧'];
    const made = Array.from({ length: many }, (_, n) => ({
      col_id: pages,
      // Some titles are the same, and more than fit on a page have keys that differ only at the end.
      title: n % 9 === 0 ? '题同' : `题${parts[n % 11]}${parts[(n * 7) % 10]}${n % 5 === 0 ? n % 60 : n}`,
    }));
    for (let at = 0; at < many; at += 100)
      await server.database.db
        .insertInto('article')
        .values(made.slice(at, at + 100) as never)
        .execute();
    const wanted = made
      .map(({ title }) => title)
      .toSorted((one, other) => Buffer.compare(Buffer.from(sortKey(one)), Buffer.from(sortKey(other))));
    // These titles sort after all others, and a search matches too many of them to sort them.
    const last = Array.from({ length: 600 }, (_, n) => ({ col_id: pages, title: `尾尾 ${n}` }));
    for (let at = 0; at < last.length; at += 100)
      await server.database.db
        .insertInto('article')
        .values(last.slice(at, at + 100) as never)
        .execute();
    for (const page of [1, 2, 12, 24]) {
      const found = await list({ id: pages, limit: 25, page, order: 'asc', searchKey: '尾尾' });
      const [from, to] = [(page - 1) * 25, page * 25];
      expect(found.map(({ title }) => title)).toEqual(last.slice(from, to).map(({ title }) => title));
    }
    await server.database.db.deleteFrom('article').where('title', 'like', '尾尾%').execute();
    for (const more of [{}, { searchKey: '题' }])
      for (const order of ['asc', 'desc']) {
        const rows: Page['data'] = [];
        for (let page = 1; page <= many / 25; page++)
          rows.push(...(await list({ id: pages, limit: 25, page, order, ...more })));
        expect(new Set(rows.map(({ id }) => id)).size).toBe(many);
        expect(rows.map(({ title }) => title)).toEqual(order === 'asc' ? wanted : wanted.toReversed());
        const sign = order === 'asc' ? 1 : -1;
        const sameTitle = rows.filter(({ title }) => title === '题同').map(({ id }) => id);
        expect(sameTitle).toEqual(sameTitle.toSorted((one, other) => sign * (one - other)));
      }
  });

  test('day C5: is read along an index, which also holds what it is filtered by', async () => {
    const plan = await server.database.transaction(async (db) => {
      for (const plan of kind === 'sqlite' ? [] : ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql.raw(`set local enable_${plan} = off`).execute(db);
      // The planner can use no other index for the sums.
      const [filter, first] = kind === 'sqlite' ? ['', ''] : ['and col_id + 0 = 1 and status + 0 = 1', 'deleted_at,'];
      const text = `${kind === 'sqlite' ? 'explain query plan' : 'explain'} select ${sortKeyFunction}(title) as sort_key, id
        from article where deleted_at is null ${filter} order by ${first} sort_key, id limit 10 offset 400`;
      return JSON.stringify((await sql.raw(text).execute(db)).rows);
    });
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) article_by_title/);
    expect(plan).not.toMatch(/TEMP B-TREE|Sort Key/);
  });

  test('day C5: is the same of other entities, in whose tables it has indexes too', async () => {
    const some = ['安徽', '北京', '第2章', '第10章'];
    for (const title of shuffled(some)) await server.data('base.Size/addEditSize', { title });
    const { data } = await server.data<Page>('base.Size/getSizeList', { sort: 'title', order: 'asc', limit: 100 });
    expect(data.map(({ title }) => title).filter((title) => some.includes(title))).toEqual(some);
    const there = await objectsOf(server.database.db, kind);
    const indexes = ['size', 'nav', 'ad', 'column'].map((entity) => `${entity}_by_title`);
    for (const index of [...indexes, 'media_by_name', 'user_by_username', 'admin_by_username'])
      expect(there).toContain(index);
  });

  describe('after a backup', () => {
    const newFile = useBackupFolder();
    const storages: Awaited<ReturnType<typeof makeStorage>>[] = [];
    afterAll(async () => {
      for (const storage of storages) await storage.remove();
    });

    const others = bothDatabases.filter((each) => each !== kind);
    test.each(kind === 'sqlite' ? bothDatabases : others)(
      'day C5: is the same where it is restored, on %s',
      async (to) => {
        const [file, passphraseFile] = [newFile(), newFile()];
        writeFileSync(passphraseFile, passphrase);
        await runInProcess('backup', [file, '--passphrase-file', passphraseFile], server.settings);
        const storage = await makeStorage(to);
        storages.push(storage);
        const done = await runInProcess('restore', [file, '--passphrase-file', passphraseFile], storage);
        expect(done).toMatchObject({ code: 0, stderr: '' });
        const restored = await openDatabase(storage);
        onTestFinished(() => restored.close());
        expect(await titlesIn(restored.db, col_id)).toEqual(names);
        const { differences } = await verifySite({ ...storage, secretKey: undefined }, { mends: false });
        expect(differences.filter((sentence) => /order|sortKey|index/.test(sentence))).toEqual([]);
      },
    );
  });
});

const titlesIn = async (db: Db, col_id: number) => {
  const { data } = await lifecycle.list(asProgram(db), article, { col_id, sort: 'title', order: 'asc', limit: 100 });
  return data.map(({ title }) => title);
};

describe.each(bothDatabases)('A database from before there were sort keys (%s)', (kind) => {
  test('day C5: has its records in their order after the next start, which may stop between two steps', async () => {
    const storage = await makeStorage(kind);
    onTestFinished(storage.remove);
    const first = await openDatabase(storage);
    const { db } = first;
    await sql`insert into "column" (id, title, model, url_name) values (1, 'News', 'article', 'news')`.execute(db);
    // Restores the state after migration 0036: indexes of the titles themselves, and older definitions.
    await sql`drop index article_by_title`.execute(db);
    await sql`create index article_by_title on article (deleted_at, title, id)`.execute(db);
    await sql`drop index nav_by_title`.execute(db);
    await sql`delete from derived where name like '%order' or name like '%sortKey'`.execute(db);
    await sql`delete from kysely_migration where name >= '0037'`.execute(db);
    for (const title of shuffled(names))
      await sql`insert into article (col_id, title) values (1, ${title})`.execute(db);
    expect(await titlesIn(db, 1)).toEqual(names);
    await inStep(first, (tx) => runMigrations(tx));
    expect(await titlesIn(db, 1)).toEqual(names);
    await first.close();

    const second = await openDatabase(storage);
    onTestFinished(() => second.close());
    expect(await titlesIn(second.db, 1)).toEqual(names);
    const { differences } = await verifySite({ ...storage, secretKey: undefined }, { mends: false });
    expect(differences).toEqual([]);
  });
});

describe('A sort key', () => {
  test('day C5: is short whatever the text, in time that follows its length', () => {
    const longest = ['ﷺ', '1a', '撞', '𠮷', '👨‍👩‍👧', 'Ǆ', '\u0301', '9'].map((part) => sortKey(part.repeat(100_000)));
    expect(Math.max(...longest.map((key) => Buffer.byteLength(key)))).toBeLessThan(2000);
    expect(sortKey(`${'x'.repeat(63)}𠮷𠮷`)).toBe(`${'x'.repeat(63)}𠮷\u0001${'x'.repeat(63)}𠮷`);
  });

  test('day C5: pads numbers, and ends with the text itself', () => {
    expect(sortKey('第２章 007')).toBe('di 000000000002zhang  000000000007\u0001第２章 007');
    expect(sortKey('0 00 1234567890123')).toBe('000000000000 000000000000 1234567890123\u00010 00 1234567890123');
    expect(sortKey('')).toBe('\u0001');
  });

  test('day C5: is the same as ever, because indexes hold it: who changes it gives its function another number', () => {
    const digest = createHash('sha256').update(readFileSync(sortKeysFile)).digest('hex');
    expect({ [sortKeyFunction]: digest }).toEqual({
      sort_key_1: '45433cef09b85782b7519fb0f9fa68895dc3a1acd19c675f5f1b1626ec0beb6f',
    });
  });

  test('day C5: is the same on PostgreSQL, of every character', async () => {
    const texts = [
      '',
      '0',
      '00',
      '0070',
      '1234567890123',
      '0001234567890123',
      'a1b22c333',
      '1'.repeat(99),
      '0'.repeat(99),
      'ﷺ'.repeat(99),
      '😀'.repeat(99),
      'a1'.repeat(99),
    ];
    const { tried, differing } = await compareOnPostgres(sortKeyFunction, sortKey, texts);
    expect(tried).toBeGreaterThan(9000);
    expect(differing).toEqual([]);
  });
});
