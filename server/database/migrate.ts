import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '../core/errors.ts';
import { derive } from './derived/index.ts';
import { migrations } from './migrations/index.ts';
import type { Database, Db } from './tables.ts';

const lock = 7_284_913_001; // an arbitrary number for PostgreSQL's advisory lock

/** Runs the new migrations in one transaction. A lock makes other starting processes wait. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (db) => {
    if (database.kind === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
    }
    await runMigrations(db);
    await derive(db, database.kind);
  });
}

/**
 * Runs the migrations alone: the tables are then as the migrations make them, which is not always what the contract needs.
 * @param last the migration to end with; without it all of them run
 */
export async function runMigrations(db: Db, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw isNewer(error) ? newer() : error;
}

const isNewer = (error: unknown) => /previously executed migration .* is missing/.test(String(error));
const newer = () => new StartError('The database was made by a newer version of this program. Install that version.');
