import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { describeTestedDatabases, startServer } from '../support/server.ts';

const daysAgo = (days: number) => toIsoSeconds(new Date(Date.now() - days * 86_400_000));
const logs = ['operation_log', 'run_log', 'visitor_log'] as const;

afterEach(() => void vi.useRealTimers());

describeTestedDatabases('Old log rows', (server) => {
  /** So many rows of each log, of that age; told apart by their text. */
  async function add(text: string, days: number, n = 1) {
    const create_time = daysAgo(days);
    const times = Array.from({ length: n });
    const { db } = server.database;
    const operation = { path: text, params: '{}', create_time };
    const insert = (log: (typeof logs)[number], row: object) =>
      db
        .insertInto(log)
        .values(times.map(() => row) as never)
        .execute();
    await insert('operation_log', operation);
    await insert('run_log', { message: text, level: 'info', create_time });
    await insert('visitor_log', { url: text, device: 'pc', create_time });
  }
  async function left(text: string): Promise<number[]> {
    const { db } = server.database;
    const found = [
      await db.selectFrom('operation_log').select('id').where('path', '=', text).execute(),
      await db.selectFrom('run_log').select('id').where('message', '=', text).execute(),
      await db.selectFrom('visitor_log').select('id').where('url', '=', text).execute(),
    ];
    return found.map(({ length }) => length);
  }

  /** The logs were cleaned so many days ago, and the clock has gone on evenly for as long as is said. */
  const lastCleaned = (days: number, evenDays = days + 2) =>
    server.database.transaction((db) =>
      db
        .updateTable('log_cleaning')
        .set({ last: daysAgo(days), even_since: daysAgo(evenDays) })
        .execute(),
    );

  test('A15: stay for a day after the clock was set, which may be ahead', async () => {
    await add('not old at all', 200);
    const start = async () => {
      const other = await startServer({ beside: server });
      await wait(200); // longer than it would take to delete them
      await other.stop();
    };
    const warnings = async () => {
      const rows = await server.database.db
        .selectFrom('run_log')
        .select('message')
        .where('level', '=', 'warn')
        .execute();
      return rows.filter(({ message }) => message.startsWith('the clock was set')).length;
    };
    await start(); // the first time that it looks is of this very start
    expect([await left('not old at all'), await warnings()]).toEqual([[1, 1, 1], 0]);
    for (const [n, days] of [91, -1].entries()) {
      await lastCleaned(days, 400);
      await start();
      await start();
      expect([await left('not old at all'), await warnings()]).toEqual([[1, 1, 1], n + 1]);
    }
    await lastCleaned(1);
    const other = await startServer({ beside: server });
    await expect.poll(() => left('not old at all')).toEqual([0, 0, 0]);
    await other.stop();
  });

  test('are deleted at the start, all of them, and no younger one', async () => {
    await add('old', 181, 1200);
    await add('young', 179);
    await lastCleaned(80);
    const other = await startServer({ beside: server });
    await expect.poll(() => left('old')).toEqual([0, 0, 0]);
    expect(await left('young')).toEqual([1, 1, 1]);
    await other.stop();
  });

  test('are deleted daily, by the number of days that is configured then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = await startServer({ beside: server });
    await add('forty days old', 40);
    await lastCleaned(1);
    await server.data('base.Config/saveConfig', { log_days: 30 });
    expect(await left('forty days old')).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(86_400_000);
    await expect.poll(() => left('forty days old')).toEqual([0, 0, 0]);
    await other.stop();
  });

  test('A17: are kept for the usual time where an earlier version stored less than 30 days', async () => {
    await add('hundred days old', 100);
    await lastCleaned(1);
    await server.database.transaction((db) =>
      db.updateTable('config_item').set({ value: '7' }).where('en_name', '=', 'log_days').execute(),
    );
    const other = await startServer({ beside: server });
    await other.stop();
    expect(await left('hundred days old')).toEqual([1, 1, 1]);
  });

  test('secure A9: of visits are the oldest beyond three million, however young', async () => {
    await add('of today', 0);
    const { db } = server.database;
    const first = await db
      .selectFrom('visitor_log')
      .select('id')
      .where('url', '=', 'of today')
      .executeTakeFirstOrThrow();
    const newest = { id: Number(first.id) + 3_000_000, url: 'the newest', device: 'pc', create_time: daysAgo(0) };
    await db
      .insertInto('visitor_log')
      .values(newest as never)
      .execute();
    onTestFinished(async () => void (await db.deleteFrom('visitor_log').where('id', '=', newest.id).execute()));
    await lastCleaned(1);
    const other = await startServer({ beside: server });
    await expect.poll(() => left('of today')).toEqual([1, 1, 0]);
    expect(await left('the newest')).toEqual([0, 0, 1]);
    await other.stop();
  });

  test('are kept for ever where the number is 0', async () => {
    await add('ancient', 4000);
    await lastCleaned(1);
    await server.data('base.Config/saveConfig', { log_days: 0 });
    const other = await startServer({ beside: server });
    await other.stop();
    expect(await left('ancient')).toEqual([1, 1, 1]);
  });
});
