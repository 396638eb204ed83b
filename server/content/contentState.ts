import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { type Db, generic } from '../database/tables.ts';
import { timed } from '../engine/list/timedState.ts';

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
