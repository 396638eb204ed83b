import { type Expression, type SqlBool, sql } from 'kysely';
import type { ContentState } from '../contract/entities/content.ts';
import type { Entity } from '../contract/entity.ts';
import { sqlNow } from './computed.ts';
import type { Db } from './database/tables.ts';

/** The states of a published record, which its times decide. */
export type TimedState = Exclude<ContentState, 'draft'>;

/** The stored `status` of a record in this state. */
export const statusOf = (state: ContentState) => (state === 'draft' ? 0 : 1);

/**
 * The condition on the times of published records. Few of them wait or are over, so their ids come from the index of
 * that time: along the order of the list every published record would be looked at.
 */
export function isInState(db: Db, { name }: Entity, state: TimedState): Expression<SqlBool> {
  const [table, now] = [sql.table(name), sqlNow(db)];
  const conditions: Record<TimedState, Expression<SqlBool>> = {
    scheduled: sql<SqlBool>`id in (select id from ${table} where deleted_at is null and publish_time > ${now})
      and (expire_time is null or expire_time > ${now})`,
    expired: sql<SqlBool>`id in (select id from ${table} where deleted_at is null and expire_time <= ${now})`,
    published: sql<SqlBool>`(publish_time is null or publish_time <= ${now}) and (expire_time is null or expire_time > ${now})`,
  };
  return sql<SqlBool>`(${conditions[state]})`;
}
