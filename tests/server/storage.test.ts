import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../server/database/sqlite.ts';
import { describeEachDatabase, makeStorage, useServer } from '../support/server.ts';

describe('On SQLite', () => {
  const server = useServer();
  const file = () => join(server.settings.dataDir, 'rtop.db');

  test('each connection has the write-ahead log, full synchronisation, foreign keys and a bounded wait', async () => {
    const pragmas = [
      sql`pragma journal_mode`,
      sql`pragma synchronous`,
      sql`pragma foreign_keys`,
      sql`pragma busy_timeout`,
    ];
    const allOf = (db: typeof server.database.db) =>
      Promise.all(pragmas.map(async (pragma) => Object.values((await pragma.execute(db)).rows[0] ?? {})[0]));
    expect(await allOf(server.database.db)).toEqual(['wal', 2, 1, 200]);
    expect(await server.database.transaction(allOf)).toEqual(['wal', 2, 1, 0]); // the program itself waits
  });

  test('a database that had other settings gets them when it is opened again', async () => {
    const storage = await makeStorage('sqlite');
    const path = join(storage.dataDir, 'rtop.db');
    const plain = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    plain.exec('pragma journal_mode = delete; create table t (x)');
    plain.close();
    const opened = openSqlite(path);
    expect(opened.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(opened.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
    opened.close();
    await storage.remove();
  });

  test('a date or an object is refused as a value, where node:sqlite would store nothing', async () => {
    const { db } = server.database;
    for (const value of [new Date(), {}]) {
      const query = db
        .selectFrom('session')
        .select('id')
        .where('create_time', '=', value as never);
      await expect(query.execute()).rejects.toThrow('cannot be a SQL parameter');
    }
  });

  test('reads go on while another process writes, and a write waits for it', async () => {
    const readAll = async () => {
      const started = performance.now();
      for (let n = 0; n < 15; n++) await server.data('base.base/getAllColumnList');
      return performance.now() - started;
    };
    await readAll();
    const free = await readAll();
    const other = new DatabaseSync(file());
    other.exec('begin immediate');
    let isWritten = false;
    const write = server.data('base.base/addColumn', { title: 'Waited', model: 'article' }).finally(() => {
      isWritten = true;
    });
    const meanwhile = await readAll();
    expect(isWritten).toBe(false);
    other.exec('commit');
    other.close();
    // A read that waited for the other would take the 200 ms that SQLite itself waits.
    expect(meanwhile).toBeLessThan(5 * free + 1500);
    expect((await write).id).toBeGreaterThan(0);
  });

  test('a write that waited for 4.5 seconds is refused with 503, before the console gives up', async () => {
    const other = new DatabaseSync(file());
    other.exec('begin immediate');
    // On the server's own clock: a machine that stands still stops both.
    const consoleGivesUp = wait(6000, undefined, { ref: false });
    const refused = server.call('base.base/addColumn', { title: 'Refused', model: 'article' });
    const reply = await Promise.race([refused, consoleGivesUp]);
    other.exec('rollback');
    other.close();
    expect(reply).toMatchObject({ status: 503, body: { code: 503, msg: '数据库正忙，请稍后重试', data: null } });
    expect(await server.data('base.base/getColumnList', { searchKey: 'Refused' })).toMatchObject({ total: 0 });
  });
});

describeEachDatabase('On both databases', (server) => {
  test('a row that breaks a reference is refused by the database itself', async () => {
    const row = { col_id: 4711, title: 'orphan', sort: 0, version: 1, create_time: '', update_time: '', content: '' };
    const insert = server.database.transaction((db) =>
      db
        .insertInto('article')
        .values(row as never)
        .execute(),
    );
    await expect(insert).rejects.toThrow(/foreign key/i);
  });

  test('what a transaction wrote before it failed is gone', async () => {
    const { db } = server.database;
    const failing = server.database.transaction(async (tx) => {
      await tx
        .insertInto('config_item')
        .values({ en_name: 'half', value: '1', create_time: '', update_time: '' } as never)
        .execute();
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await db.selectFrom('config_item').select('id').where('en_name', '=', 'half').execute()).toEqual([]);
  });

  test('twenty writers at once all get through', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        server.data('base.base/addColumn', { title: `Writer ${n}`, model: 'article' }),
      ),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(20);
    expect(await server.data('base.base/getColumnList', { searchKey: 'Writer' })).toMatchObject({ total: 20 });
  });
});

describe('On PostgreSQL', () => {
  const server = useServer({ kind: 'postgres' });

  test('a connection that dies between two statements costs its transaction, and no more', async () => {
    const ended = server.database.transaction(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(server.database.db);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`select 1`.execute(db);
    });
    await expect(ended).rejects.toThrow();
    await server.data('base.base/addColumn', { title: 'After the loss', model: 'article' });
  });

  test('a restart of the database costs the requests under way at most', async () => {
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await Promise.all(Array.from({ length: 5 }, () => server.call('base.base/getAllColumnList')));
    await others.execute(server.database.db);
    // One that is taken before its end is known is refused as long as the database is away.
    const lost = await server.call('base.base/getAllColumnList').catch(() => undefined);
    expect([200, 503, undefined]).toContain(lost?.status);
    const add = () => server.call('base.base/addColumn', { title: 'After the restart', model: 'article' });
    await expect.poll(async () => (await add()).body.code).toBe(1);
  });
});
