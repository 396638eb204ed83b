import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../contract/entity.ts';
import { entityList } from '../contract/index.ts';
import { tallyTable } from './database/derived/scaled.ts';
import { isPostgres } from './database/generic.ts';
import type { Db } from './database/tables.ts';

/** The entities whose records hang on a column. */
export const contentEntities: Entity[] = entityList.filter((entity) => entity.model);

/** How many live records of an entity stand in a column, as its tally has them. */
const heldBy = (entity: Entity) =>
  sql`(select coalesce(sum(n), 0) from ${sql.table(tallyTable(entity))} where col_id = ${sql.ref('column.id')})`;
const columnTotal = sql<number>`cast(${sql.join(contentEntities.map(heldBy), sql` + `)} as bigint)`;
const columnTitle = (table: string) =>
  sql<string>`(select title from ${sql.table('column')} where ${sql.ref('column.id')} = ${sql.ref(`${table}.col_id`)})`;

/** This moment as times are stored. */
export const sqlNow = (db: Db) =>
  isPostgres(db)
    ? sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now')`;

/** The latest end of a lock of an account: none lasts longer than a quarter of an hour, but those of a clock that was ahead. */
const latestLock = (db: Db) =>
  isPostgres(db)
    ? sql<string>`to_char((now() + interval '15 minutes') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+15 minutes')`;

/** A record of `table` is switched on and this moment is within its times. */
export const isLive = (db: Db, table: string, start = 'start_time', end = 'end_time') => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const now = sqlNow(db);
  return sql<boolean>`(${column('status')} = 1 and (${column(start)} is null or ${column(start)} <= ${now})
    and (${column(end)} is null or ${column(end)} > ${now}))`;
};

/** What a content record is to visitors now (`contentStates`). Its lists are narrowed by it in `contentState.ts`. */
const stateNow = (db: Db, table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const now = sqlNow(db);
  return sql<string>`case when ${column('status')} <> 1 then 'draft' when ${column('expire_time')} <= ${now} then 'expired'
    when ${column('publish_time')} > ${now} then 'scheduled' else 'published' end`;
};

/** A record of `table` is switched on, and this moment is before or after its times. */
export const isWaitingOrOver = (db: Db, table: string, start: string, end: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const now = sqlNow(db);
  return sql<boolean>`(${column('status')} = 1 and (${column(start)} > ${now} or ${column(end)} <= ${now}))`;
};

/** SQL for the virtual fields that a query can make; those of a tree are made by its handler. */
export const expressions: Record<string, Record<string, (db: Db) => RawBuilder<unknown>>> = {
  column: { total: () => columnTotal },
  admin: {
    locked_until: (db) =>
      sql`case when locked_until > ${sqlNow(db)} and locked_until <= ${latestLock(db)} then locked_until end`,
    totp: () =>
      sql`case when exists (select 1 from totp where totp.admin_id = admin.id and pending = 0) then 1 else 0 end`,
  },
  media: {
    used: () => sql`case when exists (select 1 from media_use where media_use.stem = media.stem) then 1 else 0 end`,
  },
  ad: { live: (db) => sql`case when ${isLive(db, 'ad')} then 1 else 0 end` },
  ...Object.fromEntries(
    contentEntities.map(({ name, fields }) => [
      name,
      {
        column_title: () => columnTitle(name),
        ...(fields.state && { state: (db: Db) => stateNow(db, name) }),
      },
    ]),
  ),
};
