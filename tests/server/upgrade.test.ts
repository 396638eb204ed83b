import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { publish } from '../../contract/calls/publishing.ts';
import { getContentList, rulesOf, transferExport } from '../../contract/index.ts';
import { contractRules } from '../../server/auth/contractRules.ts';
import { grantedRules } from '../../server/auth/rights.ts';
import { openDatabase } from '../../server/database/index.ts';
import { runMigrations } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { openSqlite, sqliteDialect } from '../../server/database/sqlite.ts';
import type { Tables } from '../../server/database/tables.ts';
import { verifySite } from '../../server/verify/verifySite.ts';
import { useProgram } from '../support/program.ts';
import type { Storage } from '../support/server.ts';

const program = useProgram();

/** The last schema before versions of records: those after it alter tables, make new ones, and index them. */
const older = '0019-previews';
const filled = 5000;

/** A connection of a process that goes on serving, with the limits of the server's own. */
function connect({ dataDir, databaseUrl }: Storage): Kysely<Tables> {
  const db = new Kysely<Tables>({
    dialect: databaseUrl
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 4, statement_timeout: 5000 }) })
      : sqliteDialect(openSqlite(join(dataDir, 'rtop.db')), { deadline: Number.POSITIVE_INFINITY }),
  });
  onTestFinished(() => db.destroy());
  return db;
}

async function makeOlderSite(storage: Storage): Promise<Kysely<Tables>> {
  const db = connect(storage);
  await runMigrations(db, older);
  const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${filled})`;
  await sql`insert into "column" (id, title) values (1, 'c')`.execute(db);
  await sql`${numbers} insert into article (col_id, title, content) select 1, 'title ' || n, 'text' from numbers`.execute(
    db,
  );
  await sql`${numbers} insert into operation_log (username, path, title, create_time)
    select 'u', 'p', 't', '2026-01-01T00:00:00Z' from numbers`.execute(db);
  return db;
}

describe.each(['sqlite', 'postgres'] as const)('A site of an older schema (%s)', (kind) => {
  test('is upgraded by two starting programs while others read and write it, and nothing is lost', async () => {
    const storage = await program.storage(kind);
    const db = await makeOlderSite(storage);
    let isOver = false;
    let written = 0;
    const write = async () => {
      while (!isOver) {
        await db.transaction().execute(async (tx) => {
          await sql`insert into article (col_id, title, content) values (1, 'meanwhile', 'text')`.execute(tx);
          await sql`insert into operation_log (username, path, title, create_time)
            values ('u', 'p', 't', '2026-01-01T00:00:00Z')`.execute(tx);
        });
        written++;
        await sql`select id, title from article order by id desc limit 20`.execute(db);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const load = write();
    const settings = { DATA_DIR: storage.dataDir, ...(storage.databaseUrl && { DATABASE_URL: storage.databaseUrl }) };
    const programs = await Promise.all([program.start(settings), program.start(settings)]);
    await Promise.all(programs.map(({ listening }) => listening));
    isOver = true;
    await load;
    for (const started of programs) started.process.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));

    expect(written).toBeGreaterThan(0);
    const counted = async (table: 'article' | 'operation_log') =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
    expect(await counted('article')).toBe(filled + written);
    expect(await counted('operation_log')).toBeGreaterThanOrEqual(filled + written);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    expect(rows).toHaveLength(Object.keys(migrations).length);
    expect(await verifySite({ ...storage, secretKey: undefined }, { mends: false })).toMatchObject({ differences: [] });
  });

  test('gives each content model and each export rules of their own, and no role loses or gains', async () => {
    const storage = await program.storage(kind);
    const db = connect(storage);
    await runMigrations(db, '0023-session-writes');
    const paths = [
      '/content',
      'base.content/publish',
      'base.content/addArticle',
      '/columnList',
      transferExport.path,
      'base.User/list',
    ];
    const insert = (table: 'rule' | 'role', more: object) =>
      db
        .insertInto(table)
        .values({ title: 't', create_time: '', update_time: '', ...more } as never)
        .execute();
    for (const path of paths) await insert('rule', { path, pid: null, show: 1 });
    // The second may look alone, the third does nothing with contents, the fourth may export, but list nothing.
    const held = { 1: [1, 2, 3], 2: [1], 3: [4], 4: [5], 5: [5, 6] };
    for (const [role, rules] of Object.entries(held)) {
      await insert('role', { built_in: 0 });
      for (const ref_id of rules)
        await db
          .insertInto('role_rule_method')
          .values({ owner_id: Number(role), ref_id })
          .execute();
    }
    await runMigrations(db);
    const rulesOfRole = async (role: number) => {
      const granted = await grantedRules(db).select('path').where('owner_id', '=', role).execute();
      return granted.map(({ path }) => path).toSorted();
    };
    const lists = rulesOf(getContentList);
    expect(await rulesOfRole(1)).toEqual(
      ['/content', 'base.content/addArticle', ...lists, ...rulesOf(publish)].toSorted(),
    );
    expect(await rulesOfRole(2)).toEqual(['/content', ...lists].toSorted());
    expect(await rulesOfRole(3)).toEqual(['/columnList']);
    expect(await rulesOfRole(4)).toEqual([]);
    expect(await rulesOfRole(5)).toEqual(['base.Transfer/export?entity=user', 'base.User/list']);
    const added = await db.selectFrom('rule').select(['path', 'title', 'pid']).where('id', '>', 6).execute();
    const parents: Record<string, number> = { '/content': 1, '/columnList': 4 };
    const wanted = contractRules().filter(({ path }) => path.includes('?'));
    expect(new Set(added)).toEqual(
      new Set(wanted.map(({ path, title, parent = '' }) => ({ path, title, pid: parents[parent] ?? null }))),
    );
  });
});

test('an upgrade that waits for a table of PostgreSQL keeps no reader of it waiting', async () => {
  const storage = await program.storage('postgres');
  const db = await makeOlderSite(storage);
  const reading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const reader = db.transaction().execute(async (tx) => {
    await sql`select count(*) from operation_log`.execute(tx);
    held.resolve();
    await reading.promise;
  });
  await held.promise;
  const upgrade = openDatabase(storage);
  const waiting = sql<{ n: number }>`select count(*) as n from pg_locks where not granted
    and relation = 'operation_log'::regclass and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => Number((await waiting.execute(db)).rows[0]?.n)).toBe(1);
  // Behind the upgrade's wait, within the five seconds that a statement has.
  await sql`select count(*) from operation_log`.execute(db);
  reading.resolve();
  await reader;
  await (await upgrade).close();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  expect(rows).toHaveLength(Object.keys(migrations).length);
});
