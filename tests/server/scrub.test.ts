import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { openDatabase } from '../../server/database/index.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { defineFunctions, sqliteDialect } from '../../server/database/sqlite.ts';
import type { Tables } from '../../server/database/tables.ts';
import { makeStorage, startServer } from '../support/server.ts';

const secret = 'clear-text-of-a-secret';
const row = (n: number, create_time = '2026-01-02T03:04:05Z') => ({
  username: '',
  title: '',
  path: 'base.Bulk/edit',
  target: '',
  ip: '',
  user_agent: '',
  cost_ms: 1,
  code: 1,
  params: JSON.stringify({ entity: 'admin', fields: { password: `${secret}-${n}`, status: 1 }, more: 'x'.repeat(900) }),
  create_time,
});
/** Which of a database's files hold the secret. */
const holding = (dataDir: string) =>
  ['rtop.db', 'rtop.db-wal'].filter((name) => {
    try {
      return readFileSync(join(dataDir, name)).includes(secret);
    } catch {
      return false; // closed, it has no log
    }
  });

test.each(['0008-templates', '0011-import-steps'])(
  'A3: the file of a database that came to %s without overwriting holds nothing of what was cleaned',
  async (last) => {
    const { dataDir, remove } = await makeStorage('sqlite');
    try {
      const file = new DatabaseSync(join(dataDir, 'rtop.db'));
      file.exec('pragma journal_mode = wal');
      defineFunctions(file);
      const old = new Kysely<Tables>({ dialect: sqliteDialect(file) });
      const migrator = new Migrator({ db: old, provider: { getMigrations: async () => migrations } });
      await migrator.migrateTo('0008-templates');
      const rows = Array.from({ length: 300 }, (_, n) => row(n));
      await old
        .insertInto('operation_log')
        .values(rows as never)
        .execute();
      await migrator.migrateTo(last);
      await old.destroy();
      expect(holding(dataDir)).toEqual(['rtop.db']);

      const database = await openDatabase({ dataDir, databaseUrl: undefined });
      try {
        expect(holding(dataDir)).toEqual([]);
        const { n } = await database.db
          .selectFrom('operation_log')
          .select((select) => select.fn.countAll<number>().as('n'))
          .where('params', 'like', '%"***"%')
          .executeTakeFirstOrThrow();
        expect(n).toBe(300);
      } finally {
        await database.close();
      }
    } finally {
      await remove();
    }
  },
);

test('A3: old log rows are overwritten where they are deleted', async () => {
  const server = await startServer();
  try {
    const ago = (days: number) => toIsoSeconds(new Date(Date.now() - days * 86_400_000));
    await server.database.transaction(async (db) => {
      const rows = Array.from({ length: 300 }, (_, n) => row(n, ago(400)));
      await db
        .insertInto('operation_log')
        .values(rows as never)
        .execute();
      await db
        .updateTable('log_cleaning')
        .set({ last: ago(1), even_since: ago(3) })
        .execute();
    });
    expect(holding(server.settings.dataDir)).not.toEqual([]);
    const other = await startServer({ beside: server });
    await expect.poll(() => holding(server.settings.dataDir)).toEqual([]);
    await other.stop();
  } finally {
    await server.stop();
  }
});
