import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { CallError, StartError } from '../core/errors.ts';
import { derive, deriveNext, objectsOf } from './derived/index.ts';
import { migrations } from './migrations/index.ts';
import type { Database, Db } from './tables.ts';

const lock = 7_284_913_001; // an arbitrary number for PostgreSQL's advisory lock
const tableWaitMs = 2000;
const pauseMs = 500;
const patienceMs = 10 * 60_000;

/**
 * Runs the new migrations, and makes what is derived of the tables. A new database gets all of it in one transaction. A
 * site gets each step in one of its own, as other processes serve it meanwhile; what a stopped upgrade lacks, the next
 * start does. A lock makes other starting processes wait for a step.
 * @param assertMayBegin asked before a new site is begun
 */
export async function migrate(database: Database, assertMayBegin: () => void): Promise<void> {
  const { kind } = database;
  const isEmpty = async (db: Db) => !(await objectsOf(db, kind)).has('kysely_migration');
  const isNew = await isEmpty(database.db);
  if (isNew && kind === 'postgres') await assertUsable(database.db);
  if (isNew)
    return inStep(database, async (db) => {
      // Another process may have made its tables, or a restore, for which this one has waited.
      if (await isEmpty(db)) assertMayBegin();
      await runMigrations(db);
      await derive(db, kind);
    });
  while (await inStep(database, runNextMigration));
  while (await inStep(database, (db) => deriveNext(db, kind)));
}

/**
 * Checks that a new database of PostgreSQL can hold the tables. Kysely would hide the refusal of `create table` behind the error
 * of its next query.
 * @throws StartError
 */
export async function assertUsable(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string; name: string; encoding: string; canCreate: unknown }>`
    select current_user as role, current_database() as name, current_setting('server_encoding') as encoding,
    has_schema_privilege(current_schema(), 'create')::int as "canCreate"`.execute(db);
  const [{ role, name, encoding, canCreate } = { role: '', name: '', encoding: '', canCreate: 0 }] = rows;
  if (Number(canCreate) !== 1)
    throw new StartError(
      `The role ${role} may not create tables in the database ${name}: make it the owner of that database.`,
    );
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new StartError(`The database ${name} has the encoding ${encoding}: make one with UTF8.`);
}

const lockErrors = ['55P03', '40P01']; // lock_not_available, deadlock_detected

/**
 * One of the transactions of a start, which other starting processes wait for, however long it takes.
 *
 * On PostgreSQL whoever wants a table after a waiting step waits behind it, even to read. So a step that gets no table
 * within two seconds makes way, and is tried again. On SQLite another starting process may write for longer than a request
 * would wait for it.
 * @throws StartError if it gets none in ten minutes
 */
export async function inStep<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await database.transaction(async (db) => {
        if (database.kind === 'postgres') {
          await sql`set local statement_timeout = 0`.execute(db);
          await lockSchema(db);
          await sql`select set_config('lock_timeout', ${String(tableWaitMs)}, true)`.execute(db);
        }
        return work(db);
      });
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (performance.now() > end)
        throw new StartError(
          'Other connections have kept tables locked for ten minutes, so the database was not upgraded.',
        );
      await wait(pauseMs);
    }
  }
}

/** Makes every other start and restore on PostgreSQL wait until this transaction ends. */
export const lockSchema = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db);

const isLockError = (error: unknown) =>
  lockErrors.includes(String((error as { code?: unknown }).code)) ||
  (error instanceof CallError && error.key === 'busy');

/** @returns whether there was one */
async function runNextMigration(db: Db): Promise<boolean> {
  const { error, results } = await migratorOf(db).migrateUp();
  if (error) throw isNewer(error) ? newer() : error;
  return (results ?? []).length > 0;
}

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Runs the migrations alone: the tables are then as the migrations make them, which is not always what the contract needs.
 * @param last the migration to end with; without it all of them run
 */
export async function runMigrations(db: Db, last?: string): Promise<void> {
  const migrator = migratorOf(db);
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw isNewer(error) ? newer() : error;
}

const isNewer = (error: unknown) =>
  ['previously executed migration', 'is missing'].every((part) => String(error).includes(part));
const newer = () => new StartError('The database was made by a newer version of this program. Install that version.');
