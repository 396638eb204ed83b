import { type SqlBool, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { type Db, generic } from '../database/tables.ts';
import { timed } from '../engine/list/timedState.ts';

export const isOn = (table: string) => sql<SqlBool>`${sql.ref(`${table}.status`)} = 1`;

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
