import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { needsPrograms } from '../support/needs.ts';
import { onPostgres } from '../support/onPostgres.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { makeStorage, type Storage, startServer, type TestServer } from '../support/server.ts';
import { send } from '../support/uploads.ts';

/** It refuses startup parameters that it does not know, or forgets them where it is told to ignore them. */
const manners = {
  'that refuses the timeouts': [],
  'that ignores the timeouts': ['ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'],
};

describe.each(Object.entries(manners))(
  'Behind a pgbouncer in transaction mode %s',
  needsPrograms('pgbouncer'),
  (_name, more) => {
    const servers: TestServer[] = [];
    let storage: Storage;
    let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>;

    beforeAll(async () => {
      storage = await makeStorage('postgres');
      pgbouncer = await startPgbouncer(storage.databaseUrl ?? '', more);
      const settings = { databaseUrl: pgbouncer.url, dataDir: storage.dataDir };
      // On an empty database, in which all tables are made.
      const one = await startServer({ kind: 'postgres', settings });
      servers.push(one, await startServer({ beside: one, settings }));
    });
    afterAll(async () => {
      for (const server of servers.toReversed()) await server.stop();
      await pgbouncer?.stop();
      await storage?.remove();
    });

    test('two processes sign in, write and list', async () => {
      const [one, other] = servers as [TestServer, TestServer];
      const drafts = Array.from({ length: 30 }, (_, n) => ({ title: `Pooled ${n}`, model: 'article' }));
      await Promise.all(drafts.map((draft, n) => (n % 2 ? one : other).data('base.base/addColumn', draft)));
      for (const server of servers) {
        const token = await server.signIn('admin', one.password);
        const list = () => server.data('base.base/getColumnList', { searchKey: 'Pooled' }, { token });
        for (const page of await Promise.all(Array.from({ length: 20 }, list)))
          expect(page).toMatchObject({ total: 30 });
      }
    });

    test('an import is all there, and a start beside goes on', async () => {
      const [one] = servers as [TestServer];
      const rows = Array.from({ length: 120 }, (_, n) => `Imported ${n}`);
      const file = new Blob([['title', ...rows].join('\n')], { type: 'text/csv' });
      const { body } = await send(one, 'base.Transfer/import', file, 'rows.csv', { params: { entity: 'size' } });
      expect(body).toMatchObject({ code: 1, data: { created: 120 } });
      const again = await openDatabase({ dataDir: storage.dataDir, databaseUrl: pgbouncer.url });
      const { n } = await again.db
        .selectFrom('size')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      await again.close();
      expect(Number(n)).toBe(120);
    });

    test('a transaction has its timeouts, and leaves none to whoever has the connection next', async () => {
      const { database } = servers[0] as TestServer;
      const timeouts = sql<{ one: string; other: string }>`select current_setting('statement_timeout') as one,
      current_setting('idle_in_transaction_session_timeout') as other`;
      const inside = await database.transaction((tx) => timeouts.execute(tx));
      expect(inside.rows).toEqual([{ one: '5s', other: '30s' }]);
      await Promise.all(
        Array.from({ length: 12 }, async () =>
          expect((await timeouts.execute(database.db)).rows).toEqual([{ one: '0', other: '0' }]),
        ),
      );
      await expect(database.transaction((tx) => sql`select pg_sleep(5.2)`.execute(tx))).rejects.toThrow(
        /statement timeout/,
      );
      await onPostgres(pgbouncer.url, 'select 1');
    });
  },
);
