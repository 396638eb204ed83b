import { sql } from 'kysely';
import { isPostgres } from './generic.ts';
import type { Db } from './tables.ts';

/** The moment that many seconds from now, as times are stored. */
export const sqlFromNow = (db: Db, seconds: number) =>
  isPostgres(db)
    ? sql<string>`to_char((now() + interval '${sql.raw(String(seconds))} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '${sql.raw(String(seconds))} seconds')`;

/** This moment as times are stored. */
export const sqlNow = (db: Db) => sqlFromNow(db, 0);
