import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { prepared } from '../../server/database/statements.ts';
import { type Database, generic } from '../../server/database/tables.ts';
import { makeStorage, type Storage } from '../support/server.ts';

describe('On PostgreSQL', () => {
  let storage: Storage;
  let database: Database;
  const findRules = prepared<{ id: number }>((db, param) =>
    generic(db)
      .selectFrom('rule')
      .selectAll()
      .where('path', 'in', [param('path'), param('other')]),
  );
  const find = (db = database.db) => findRules(db, { path: '/content', other: '/config' });

  beforeAll(async () => {
    storage = await makeStorage('postgres', 'tables');
    database = await openDatabase({ dataDir: storage.dataDir, databaseUrl: storage.databaseUrl, databasePool: 2 });
  });
  afterAll(async () => {
    await database?.close();
    await storage?.remove();
  });

  test('a connection parses a prepared query once, and other queries each time', async () => {
    const parsed = await database.db.connection().execute(async (connection) => {
      await find(connection);
      await find(connection);
      await connection.selectFrom('rule').select('title').where('path', '=', '/content').execute();
      return sql<{ statement: string; uses: number }>`select statement, generic_plans + custom_plans as uses
        from pg_prepared_statements where statement like '%"rule"%'`.execute(connection);
    });
    expect(parsed.rows).toEqual([{ statement: expect.stringContaining('"path" in ($1, $2)'), uses: 2 }]);
  });

  test('a connection is replaced whose prepared query a migration has changed', async () => {
    await find();
    await sql`alter table rule add column later text not null default 'new'`.execute(database.db);
    const outcomes = [];
    for (let at = 0; at < 4; at++)
      outcomes.push(
        await find().then(
          () => 'found',
          (error) => error.code,
        ),
      );
    // There are two connections, so at most the first two queries fail.
    expect(outcomes.slice(2)).toEqual(['found', 'found']);
    expect(outcomes[0]).toBe('0A000');
  });
});
