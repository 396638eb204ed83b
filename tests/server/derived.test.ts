import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { build, derivedParts, deriveNext } from '../../server/database/derived/index.ts';
import { hitsOf, searchHits, searchIndex } from '../../server/database/derived/searchIndex.ts';
import { earlierSearchTokensFunctions, searchTokensFunction } from '../../server/database/derived/sqlFunctions.ts';
import { tally } from '../../server/database/derived/tally.ts';
import { openDatabase } from '../../server/database/index.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import { registerFeatures } from '../../server/engine/hooks.ts';
import * as lifecycle from '../../server/engine/lifecycle.ts';
import { features } from '../../server/features.ts';
import { type DatabaseKind, makeStorage } from '../support/server.ts';

beforeAll(() => registerFeatures(features));

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  'the next start on %s makes totals and a search index that are not there, of what is there',
  async (kind) => {
    const storage = await makeStorage(kind);
    onTestFinished(storage.remove);
    const first = await openDatabase(storage);
    for (const part of [tally, searchIndex, ...(kind === 'postgres' ? [searchHits] : [])])
      for (const statement of part(article, kind).drop) await sql.raw(statement).execute(first.db);
    // Somebody's function of the same name.
    if (kind === 'postgres')
      await sql`create function ${sql.id(hitsOf(article))}(integer) returns integer language sql as 'select 1'`.execute(
        first.db,
      );
    await sql`insert into "column" (id, title, model, url_name) values (1, 'News', 'article', 'news')`.execute(
      first.db,
    );
    await sql`insert into article (col_id, title, deleted_at)
      values (1, '春季茶园', null), (1, '绿茶', null), (1, '茶园旧事', '2026-01-01T00:00:00Z')`.execute(first.db);
    await first.close();

    const second = await openDatabase(storage);
    onTestFinished(() => second.close());
    expect((await lifecycle.list(asProgram(second.db), article, { col_id: 1 })).total).toBe(2);
    expect(await lifecycle.list(asProgram(second.db), article, { searchKey: '茶园' })).toMatchObject({
      total: 1,
      data: [{ title: '春季茶园' }],
    });
  },
);

test('on SQLite records are written under the triggers of an earlier program, whose search index is then made anew', async () => {
  const storage = await makeStorage('sqlite');
  onTestFinished(storage.remove);
  const first = await openDatabase(storage);
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and sql like ${`%${searchTokensFunction}(%`}`.execute(first.db);
  expect(rows.length).toBeGreaterThan(10);
  for (const trigger of rows) {
    await sql`drop trigger ${sql.id(trigger.name)}`.execute(first.db);
    await sql
      .raw(trigger.sql.replaceAll(searchTokensFunction, earlierSearchTokensFunctions[0] as string))
      .execute(first.db);
  }
  await sql`update derived set definition = 'earlier' where name = 'article search'`.execute(first.db);
  await sql`insert into "column" (id, title, model, url_name) values (1, 'News', 'article', 'news')`.execute(first.db);
  await sql`insert into article (col_id, title) values (1, '绿茶（特级）')`.execute(first.db);
  await first.close();

  const second = await openDatabase(storage);
  onTestFinished(() => second.close());
  const found = await lifecycle.list(asProgram(second.db), article, { searchKey: '(特级)' });
  expect(found).toMatchObject({ total: 1, data: [{ title: '绿茶（特级）' }] });
});

test('secure A9: while a search index is made anew on PostgreSQL, others read the table and search it, and what they write comes in afterwards', async () => {
  const storage = await makeStorage('postgres');
  onTestFinished(storage.remove);
  const database = await openDatabase(storage);
  onTestFinished(() => database.close());
  const { db } = database;
  await sql`insert into "column" (id, title, model, url_name) values (1, 'News', 'article', 'news')`.execute(db);
  await sql`insert into article (col_id, title) values (1, '春季茶园')`.execute(db);
  const part = derivedParts('postgres').find(({ name }) => name === 'article search');
  if (!part) throw new Error('the search index of articles is not derived');
  /** In this database: all tests share one server. */
  const waitingFor = (what: RawBuilder<unknown>) => sql`select 1 from pg_locks where ${what} and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const found = () => lifecycle.list(asProgram(db), article, { searchKey: '茶园' });

  const begun: string[] = [];
  let [building, saving]: (Promise<void> | undefined)[] = [];
  await database.transaction(async (holder) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(holder);
    building = database.transaction((inside) => {
      begun.push('build');
      return build(inside, { ...part, make: [...part.make, 'select pg_advisory_xact_lock(1)'] });
    });
    const waiting = waitingFor(sql`locktype = 'advisory'`);
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
    expect((await found()).total).toBe(1);
    saving = database.transaction(async (tx) => {
      begun.push('save');
      await tx.selectFrom('article').select('id').forNoKeyUpdate().execute();
      await tx.updateTable('article').set({ title: '秋季茶园' }).execute();
    });
    const behind = waitingFor(sql`relation = 'article'::regclass`);
    await expect.poll(async () => (await behind.execute(db)).rows).toHaveLength(1);
  });
  await building;
  await saving;
  // None was begun again after a deadlock.
  expect(begun).toEqual(['build', 'save']);
  expect(await found()).toMatchObject({ total: 1, data: [{ title: '秋季茶园' }] });
  while (await database.transaction((tx) => deriveNext(tx, 'postgres')));
  expect((await found()).total).toBe(1);
  const { rows } = await sql`select 1 from pg_class where relname like '%outdated'`.execute(db);
  expect(rows).toEqual([]);
});
