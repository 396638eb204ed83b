import { type OrderByItemBuilder, type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import { mayBeNone } from '../../database/derived/orderIndexes.ts';
import { hasSortKey, sortKeyFunction } from '../../database/derived/sortKeys.ts';
import type { ListQuery } from './queryFilter.ts';

export interface Ordered {
  field: string;
  /** The column of a query by which it is ordered: the field's own, or `sortKeyColumn`, which is made from it. */
  column: string;
  direction: 'asc' | 'desc';
  mayBeNone: boolean;
}

export function orderOf(entity: Entity, query: ListQuery): Ordered[] {
  // A log has no `sort`; it is listed newest first.
  const { sort = entity.isLog ? 'id' : 'sort' } = query;
  const direction = (query.order ?? (entity.isLog && !query.sort && 'desc')) === 'desc' ? 'desc' : 'asc';
  const ofSort = entity.fields[sort];
  const column = hasSortKey(ofSort) ? sortKeyColumn : sort;
  const sorted: Ordered = { field: sort, column, direction, mayBeNone: mayBeNone(ofSort) };
  if (sort === 'id') return [sorted];
  // If `sort` is equal, the entity decides which end comes first. With other fields the id follows their direction.
  const ofEntity = sort === 'sort' ? (entity.newestFirst ? 'desc' : 'asc') : direction;
  const byId = query.isPublic ? 'desc' : ofEntity;
  const order: Ordered[] = [sorted, orderByColumn('id', byId)];
  if (!entity.pinned || !isOwnOrder(entity, query)) return order;
  return [orderByColumn(entity.pinned, 'desc'), ...order];
}

/** Orders by a field's own column, which is never null. */
export const orderByColumn = (field: string, direction: 'asc' | 'desc'): Ordered => ({
  field,
  column: field,
  direction,
  mayBeNone: false,
});

export const sortKeyColumn = 'sort_key';

export const sortKeyOf = (text: unknown): RawBuilder<string> => sql`${sql.raw(sortKeyFunction)}(${text})`;

/** Selects, in a query of a table, the column by which it is ordered. */
export const selected = ({ field, column }: Ordered) =>
  field === column ? column : sortKeyOf(sql.ref(field)).as(column);

/** Whether a list is in the order in which the search index stores the records. */
export const isOwnOrder = (entity: Entity, query: ListQuery) => {
  const { sort, order, isPublic } = query;
  if (entity.isLog) return sort === undefined && order !== 'asc';
  return !isPublic && !hidesPinned(entity, query) && (sort ?? 'sort') === 'sort' && order !== 'desc';
};

/** A caller who does not see which records are pinned must not learn it from the order either. */
const hidesPinned = ({ pinned }: Entity, { unsearched = [] }: ListQuery): boolean =>
  pinned !== undefined && unsearched.includes(pinned);

export const isNewestFirst = ({ isLog, newestFirst }: Entity) => isLog || newestFirst;

const directions = {
  asc: (order: OrderByItemBuilder) => order.asc(),
  desc: (order: OrderByItemBuilder) => order.desc(),
};
/** Sorts null first, as SQLite does. By default PostgreSQL sorts it last. */
const withNone = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};

interface Orderable {
  orderBy(field: string, direction: (order: OrderByItemBuilder) => OrderByItemBuilder): Orderable;
}

/** @param tableOf the table of a column, with a dot, if the query has several */
export function inOrder<Q>(query: Q, order: Ordered[], tableOf: (ordered: Ordered) => string = () => ''): Q {
  let sorted = query as Orderable;
  for (const each of order) {
    const { column, direction, mayBeNone } = each;
    sorted = sorted.orderBy(tableOf(each) + column, (mayBeNone ? withNone : directions)[direction]);
  }
  return sorted as Q;
}
