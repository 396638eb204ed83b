import { sql } from 'kysely';
import { type Db, isPostgres } from './tables.ts';

/** The time now by the database's clock, in the form in which times are stored. */
export const sqlNow = (db: Db) => sqlFromNow(db, 0);

export const sqlFromNow = (db: Db, seconds: number) =>
  isPostgres(db)
    ? sql<string>`to_char((now() + interval '${sql.raw(String(seconds))} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '${sql.raw(String(seconds))} seconds')`;
