import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContentState } from '../../contract/entities/content.ts';
import type { Entity } from '../../contract/entity.ts';
import { isPostgres } from '../database/generic.ts';
import type { Db } from '../database/tables.ts';

/** The states of a published record, which its times decide. */
export type TimedState = Exclude<ContentState, 'draft'>;

/** The stored `status` of a record in this state. */
export const statusOf = (state: ContentState) => (state === 'draft' ? 0 : 1);

interface Times {
  start: string;
  end: string;
}
const ofContent: Times = { start: 'publish_time', end: 'expire_time' };
const ofAds: Times = { start: 'start_time', end: 'end_time' };

/** What the times of a published record of `table` make of it now: the conditions of the three states, of which one holds. */
function timed(db: Db, table: string, times = ofContent): Record<TimedState, RawBuilder<SqlBool>> {
  const [start, end, now] = [sql.ref(`${table}.${times.start}`), sql.ref(`${table}.${times.end}`), sqlNow(db)];
  const isBeforeEnd = sql<SqlBool>`(${end} is null or ${end} > ${now})`;
  return {
    expired: sql<SqlBool>`${end} <= ${now}`,
    scheduled: sql<SqlBool>`(${start} > ${now} and ${isBeforeEnd})`,
    published: sql<SqlBool>`((${start} is null or ${start} <= ${now}) and ${isBeforeEnd})`,
  };
}

const isOn = (table: string) => sql<SqlBool>`${sql.ref(`${table}.status`)} = 1`;

/** What a content record is to visitors now (`contentStates`). */
export function contentStateOf(db: Db, table: string): RawBuilder<string> {
  const { expired, scheduled } = timed(db, table);
  return sql<string>`case when not ${isOn(table)} then 'draft' when ${expired} then 'expired'
    when ${scheduled} then 'scheduled' else 'published' end`;
}

/** An advertisement is switched on and this moment is within its times. */
export const isLiveAd = (db: Db) => sql<SqlBool>`(${isOn('ad')} and ${timed(db, 'ad', ofAds).published})`;

/** A content record is what visitors may read now. */
export const isPublished = (db: Db, { name }: Entity) => sql<SqlBool>`(${isOn(name)} and ${timed(db, name).published})`;

/** A content record is published, and this moment is before or after its times. */
export function isOutsideTimes(db: Db, { name }: Entity): RawBuilder<SqlBool> {
  const { expired, scheduled } = timed(db, name);
  return sql<SqlBool>`(${isOn(name)} and (${scheduled} or ${expired}))`;
}

/**
 * The condition on the times of published records. Few of them wait or are over, so their ids come from the index of
 * that time: along the order of the list every published record would be looked at.
 */
export function isInState(db: Db, { name }: Entity, state: TimedState): RawBuilder<SqlBool> {
  const condition = timed(db, name)[state];
  if (state === 'published') return condition;
  return sql<SqlBool>`${sql.ref(`${name}.id`)} in (select id from ${sql.table(name)} where deleted_at is null and ${condition})`;
}

/** The moment that many seconds from now, as times are stored. */
export const sqlFromNow = (db: Db, seconds: number) =>
  isPostgres(db)
    ? sql<string>`to_char((now() + interval '${sql.raw(String(seconds))} seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') collate "C"`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '${sql.raw(String(seconds))} seconds')`;

/** This moment as times are stored. */
export const sqlNow = (db: Db) => sqlFromNow(db, 0);
