import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContentState } from '../../../contract/entities/content.ts';
import type { Entity } from '../../../contract/entity.ts';
import { sqlNow } from '../../database/now.ts';
import type { Db } from '../../database/tables.ts';

// A record with a field `state` is published (`status` 1) from one time of its own to another. Its state changes without a write.

const untimed = { draft: 0, review: 2 } as const;
export type TimedState = Exclude<ContentState, keyof typeof untimed>;

export const isTimed = (state: ContentState): state is TimedState => !(state in untimed);
export const statusOf = (state: ContentState) => (isTimed(state) ? 1 : untimed[state]);

/** The SQL conditions for the three timed states of a published record of `table`. Exactly one of them is true. */
export function timed(
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

/** The ids of scheduled and expired records come from the index on that time: there are few among the published. */
export function isInState(db: Db, { name }: Entity, state: TimedState): RawBuilder<SqlBool> {
  const condition = timed(db, name)[state];
  if (state === 'published') return condition;
  return sql<SqlBool>`${sql.ref(`${name}.id`)} in (select id from ${sql.table(name)} where deleted_at is null and ${condition})`;
}

/** Whether the public sees a record with such a state, now or at a time of its own. */
export const hasPublishedStatus = ({ fields }: Entity, { status }: Record<string, unknown>): boolean =>
  fields.state !== undefined && status === 1;
