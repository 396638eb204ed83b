import type { OrderByItemBuilder } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { mayBeNone } from '../database/derived/orderIndexes.ts';
import type { ListQuery } from './queryFilter.ts';

/** One field that a list is ordered by. */
export interface Ordered {
  field: string;
  way: 'asc' | 'desc';
  /** Whether a record may have nothing there. */
  mayBeNone: boolean;
}

/** What a list is ordered by: the wanted field, and the id among equals; in its own order after what is pinned. */
export function orderOf(entity: Entity, query: ListQuery): Ordered[] {
  // A log has no order of its own: the newest come first.
  const { sort = entity.isLog ? 'id' : 'sort' } = query;
  const way = (query.order ?? (entity.isLog && !query.sort && 'desc')) === 'desc' ? 'desc' : 'asc';
  const sorted: Ordered = { field: sort, way, mayBeNone: mayBeNone(entity.fields[sort]) };
  if (sort === 'id') return [sorted];
  // Among equals by `sort` the entity says which end comes first; by any other field the ids follow it.
  const byId = sort === 'sort' ? (entity.newestFirst ? 'desc' : 'asc') : way;
  const order: Ordered[] = [sorted, { field: 'id', way: byId, mayBeNone: false }];
  if (!entity.pinned || !isOwnOrder(entity, query)) return order;
  return [{ field: entity.pinned, way: 'desc', mayBeNone: false }, ...order];
}

/** The order in which the search index has an entity's records. */
export const isOwnOrder = ({ isLog }: Entity, { sort, order }: ListQuery) =>
  isLog ? sort === undefined && order !== 'asc' : (sort ?? 'sort') === 'sort' && order !== 'desc';

/** Whether the last of the index come first in an entity's list. */
export const isNewestFirst = ({ isLog, newestFirst }: Entity) => isLog || newestFirst;

const directions = {
  asc: (order: OrderByItemBuilder) => order.asc(),
  desc: (order: OrderByItemBuilder) => order.desc(),
};
/** Nothing comes before anything, as SQLite has it; PostgreSQL would have it last. */
const withNone = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};

interface Orderable {
  orderBy(field: string, direction: (order: OrderByItemBuilder) => OrderByItemBuilder): Orderable;
}

/** A query in this order; `table` is where its fields stand. */
export function inOrder<Q>(query: Q, order: Ordered[], table = ''): Q {
  let made = query as Orderable;
  for (const { field, way, mayBeNone } of order)
    made = made.orderBy(table + field, (mayBeNone ? withNone : directions)[way]);
  return made as Q;
}
