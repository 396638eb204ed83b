import { type Kysely, PostgresAdapter } from 'kysely';
import type { Db } from './tables.ts';

export type Row = Record<string, unknown> & { id: number };

/** Tables and columns by name: the database's type for code that serves any entity. */
export type AnyTables = Record<string, Record<string, unknown>>;
export const generic = (db: Db) => db as unknown as Kysely<AnyTables>;

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;
