import type { OrderByItemBuilder } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { mayBeNone } from '../database/derived/orderIndexes.ts';
import type { ListQuery } from './queryFilter.ts';

export interface Ordered {
  field: string;
  direction: 'asc' | 'desc';
  mayBeNone: boolean;
}

export function orderOf(entity: Entity, query: ListQuery): Ordered[] {
  // A log has no `sort`; it is listed newest first.
  const { sort = entity.isLog ? 'id' : 'sort' } = query;
  const direction = (query.order ?? (entity.isLog && !query.sort && 'desc')) === 'desc' ? 'desc' : 'asc';
  const sorted: Ordered = { field: sort, direction, mayBeNone: mayBeNone(entity.fields[sort]) };
  if (sort === 'id') return [sorted];
  // If `sort` is equal, the entity decides which end comes first. For other fields the id follows the field's direction.
  const ofEntity = sort === 'sort' ? (entity.newestFirst ? 'desc' : 'asc') : direction;
  const byId = query.isPublic ? 'desc' : ofEntity;
  const order: Ordered[] = [sorted, { field: 'id', direction: byId, mayBeNone: false }];
  if (!entity.pinned || !isOwnOrder(entity, query)) return order;
  return [{ field: entity.pinned, direction: 'desc', mayBeNone: false }, ...order];
}

/** Whether a list is in the order in which the search index stores the records. */
export const isOwnOrder = (entity: Entity, query: ListQuery) => {
  const { sort, order, isPublic } = query;
  if (entity.isLog) return sort === undefined && order !== 'asc';
  return !isPublic && !hidesPinned(entity, query) && (sort ?? 'sort') === 'sort' && order !== 'desc';
};

/** Who does not see which records are pinned is not shown it by the order either. */
export const hidesPinned = ({ pinned }: Entity, { unsearched = [] }: ListQuery): boolean =>
  pinned !== undefined && unsearched.includes(pinned);

export const isNewestFirst = ({ isLog, newestFirst }: Entity) => isLog || newestFirst;

const directions = {
  asc: (order: OrderByItemBuilder) => order.asc(),
  desc: (order: OrderByItemBuilder) => order.desc(),
};
/** Sorts null first, as SQLite does. PostgreSQL would sort it last. */
const withNone = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};

interface Orderable {
  orderBy(field: string, direction: (order: OrderByItemBuilder) => OrderByItemBuilder): Orderable;
}

export function inOrder<Q>(query: Q, order: Ordered[], table = ''): Q {
  let sorted = query as Orderable;
  for (const { field, direction, mayBeNone } of order)
    sorted = sorted.orderBy(table + field, (mayBeNone ? withNone : directions)[direction]);
  return sorted as Q;
}
