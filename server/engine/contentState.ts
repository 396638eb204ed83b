import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContentState } from '../../contract/entities/content.ts';
import type { Entity } from '../../contract/entity.ts';
import { type Db, generic, isPostgres } from '../database/tables.ts';

const untimed = { draft: 0, review: 2 } as const;
export type TimedState = Exclude<ContentState, keyof typeof untimed>;

export const isTimed = (state: ContentState): state is TimedState => !(state in untimed);
export const statusOf = (state: ContentState) => (isTimed(state) ? 1 : untimed[state]);

/** The SQL conditions for the three timed states of a published record of `table`. Exactly one of them is true. */
function timed(
  db: Db,
  table: string,
  times = { start: 'publish_time', end: 'expire_time' },
): Record<TimedState, RawBuilder<SqlBool>> {
  const [start, end, now] = [sql.ref(`${table}.${times.start}`), sql.ref(`${table}.${times.end}`), sqlNow(db)];
  const isBeforeEnd = sql<SqlBool>`(${end} is null or ${end} > ${now})`;
  return {
    expired: sql<SqlBool>`${end} <= ${now}`,
    scheduled: sql<SqlBool>`(${start} > ${now} and ${isBeforeEnd})`,
    published: sql<SqlBool>`((${start} is null or ${start} <= ${now}) and ${isBeforeEnd})`,
  };
}

const isOn = (table: string) => sql<SqlBool>`${sql.ref(`${table}.status`)} = 1`;

export function contentStateOf(db: Db, table: string): RawBuilder<string> {
  const { expired, scheduled } = timed(db, table);
  const status = sql.ref(`${table}.status`);
  return sql<string>`case when ${status} = 0 then 'draft' when ${status} = 2 then 'review' when ${expired} then 'expired'
    when ${scheduled} then 'scheduled' else 'published' end`;
}

export const hasChanges = (table: string): RawBuilder<number> =>
  sql<number>`case when ${isOn(table)} and exists (select 1 from working_copy
    where entity = ${table} and record_id = ${sql.ref(`${table}.id`)}) then 1 else 0 end`;

export const isLiveAd = (db: Db) =>
  sql<SqlBool>`(${isOn('ad')} and ${timed(db, 'ad', { start: 'start_time', end: 'end_time' }).published})`;

export const isPublished = (db: Db, { name }: Entity) => sql<SqlBool>`(${isOn(name)} and ${timed(db, name).published})`;

/** Whether one of these columns' contents is published. */
export async function hasPublishedIn(db: Db, entity: Entity, columns: number[]): Promise<boolean> {
  if (!entity.fields.state || columns.length === 0) return false;
  const inColumn = onesPublished(db, entity).where('col_id', 'in', columns).where('deleted_at', 'is', null);
  return (await inColumn.executeTakeFirst()) !== undefined;
}

/** Whether contents were deleted together with a column. */
export async function hasDeletedWith(db: Db, { name }: Entity, column: number): Promise<boolean> {
  const deleted = generic(db).selectFrom(name).select('id').where('deleted_with', '=', column).limit(1);
  return (await deleted.executeTakeFirst()) !== undefined;
}

/** Whether one of the contents that were deleted together with a column was published. */
export async function hasPublishedDeletedWith(db: Db, entity: Entity, column: number): Promise<boolean> {
  if (!entity.fields.state) return false;
  return (await onesPublished(db, entity).where('deleted_with', '=', column).executeTakeFirst()) !== undefined;
}

const onesPublished = (db: Db, { name }: Entity) =>
  generic(db).selectFrom(name).select('id').where('status', '=', 1).limit(1);

/** The ids of scheduled and expired records come from the index on that time: there are few among the published. */
export function isInState(db: Db, { name }: Entity, state: TimedState): RawBuilder<SqlBool> {
  const condition = timed(db, name)[state];
  if (state === 'published') return condition;
  return sql<SqlBool>`${sql.ref(`${name}.id`)} in (select id from ${sql.table(name)} where deleted_at is null and ${condition})`;
}

export const sqlFromNow = (db: Db, seconds: number) =>
  isPostgres(db)
    ? sql<string>`to_char((now() + interval '${sql.raw(String(seconds))} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '${sql.raw(String(seconds))} seconds')`;

export const sqlNow = (db: Db) => sqlFromNow(db, 0);
