import { type Kysely, PostgresAdapter } from 'kysely';
import type { Db } from './tables.ts';

export type Row = Record<string, unknown> & { id: number };

/** Tables by name, columns by name: what code that serves any entity sees of the database. */
export type AnyTables = Record<string, Record<string, unknown>>;
export const generic = (db: Db) => db as unknown as Kysely<AnyTables>;

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;
