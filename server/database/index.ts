import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type LogEvent, PostgresAdapter, PostgresDialect } from 'kysely';
import { statements } from '../core/diagnostics.ts';
import { CallError, StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { duringTransaction } from '../core/turns.ts';
import { assertIntact, assertNotRestoring, assertWritable } from './checkDatabaseFile.ts';
import { migrate } from './migrate.ts';
import { isDiskFull } from './outage.ts';
import { openPool } from './postgresPool.ts';
import { followReplica } from './replica.ts';
import { maintainReserve } from './reserve.ts';
import { lockWaitMs, openSqlite, sqliteDialect } from './sqlite.ts';
import type { Database, Tables } from './tables.ts';
import { assertNoRestore, endRestore } from './unfinishedRestore.ts';
import { rewriteOnce } from './vacuum.ts';

/**
 * Kysely takes a lock of the session while it migrates, and with it waits an hour for tables. The lock of `migrate` ends
 * with its transaction, also where that fails or a pooler gives the session to others.
 */
class AdapterWithoutSessionLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PostgresDialectWithoutSessionLock extends PostgresDialect {
  override createAdapter = () => new AdapterWithoutSessionLock();
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'databasePool' | 'readDatabaseUrl'>>;

/** Migrates its schema too. @throws StartError if it cannot be opened or is newer than the program */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = settings.databaseUrl
    ? await openPostgresDatabase(settings.databaseUrl, settings.databasePool)
    : await openSqliteDatabase(settings.dataDir);
  try {
    await migrate(database, () => assertNoRestore(settings.dataDir));
    await endRestore(settings);
    if (database.kind === 'sqlite') await rewriteOnce(database.db);
    if (settings.databaseUrl && settings.readDatabaseUrl) {
      const pool = await openPool(settings.readDatabaseUrl, settings.databasePool);
      const replica = followReplica(
        database.db,
        new Kysely<Tables>({ dialect: new PostgresDialectWithoutSessionLock({ pool }), log }),
      );
      const { close } = database;
      Object.assign(database, {
        replica,
        close: async () => {
          await replica.close();
          await close();
        },
      });
    }
  } catch (error) {
    await database.close();
    throw error instanceof StartError || isDiskFull(error)
      ? error
      : new StartError(`The database cannot be opened: ${reason(error)}.`);
  }
  return database;
}

const log = ({ level, queryDurationMillis }: LogEvent): void =>
  statements.publish({ ms: queryDurationMillis, isFailed: level === 'error' });

async function openSqliteDatabase(dataDir: string): Promise<Database> {
  const path = join(dataDir, 'rtop.db');
  assertWritable(dataDir);
  await assertIntact(dataDir, path);
  try {
    // Two connections, because in WAL mode reads continue while a long transaction writes.
    const begin = { deadline: 0 };
    const file = openSqlite(path);
    assertNotRestoring(dataDir, path);
    const writer = new Kysely<Tables>({ dialect: sqliteDialect(file, begin), log });
    const queue = openWriteQueue(lockWaitMs);
    const withReserve = maintainReserve(dataDir);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(path)), log });
    return {
      kind: 'sqlite',
      db,
      transaction: (work) =>
        queue.run((deadline) => {
          begin.deadline = deadline; // transactions begin one at a time
          return withReserve(() => writer.transaction().execute(work));
        }),
      waiting: () => queue.waiting(),
      close: async () => {
        await db.destroy();
        await writer.destroy();
      },
    };
  } catch (error) {
    throw error instanceof StartError || isDiskFull(error)
      ? error
      : new StartError(`The database ${path} cannot be opened: ${reason(error)}.`);
  }
}

const retryable = new Set(['40001', '40P01']); // serialization_failure, deadlock_detected

async function openPostgresDatabase(url: string, maxConnections: number | undefined): Promise<Database> {
  const pool = await openPool(url, maxConnections);
  const db = new Kysely<Tables>({ dialect: new PostgresDialectWithoutSessionLock({ pool }), log });
  return {
    kind: 'postgres',
    db,
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await duringTransaction(() => db.transaction().execute(work));
        } catch (error) {
          if (attempt === 3 || !retryable.has(String((error as { code?: unknown }).code))) throw error;
          await wait(attempt * 20);
        }
      }
    },
    waiting: pool.waiting,
    close: () => db.destroy(),
  };
}

function reason(error: unknown): string {
  const text = error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;
  return text.replace(/\.$/, '');
}

/** One at a time, in order of arrival. Passes on the time of `performance.now()` until which work may wait. @throws CallError `busy` */
function openWriteQueue(maxMs: number) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const run = async <T>(work: (deadline: number) => Promise<T>): Promise<T> => {
    // Not by the clock, which may be set meanwhile.
    const deadline = performance.now() + maxMs;
    const before = last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last = before.then(() => ended); // also if this one gives up
    try {
      waiting++;
      await turnWithin(before, maxMs).finally(() => waiting--);
      return await work(deadline);
    } finally {
      end();
    }
  };
  return { run, waiting: () => waiting };
}

async function turnWithin(turn: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<boolean>();
  const timer = setTimeout(giveUp, ms, true).unref();
  const isLate = await Promise.race([turn.then(() => false), late]);
  clearTimeout(timer);
  if (isLate) throw new CallError('busy');
}
