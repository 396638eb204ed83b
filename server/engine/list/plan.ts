import type { Entity } from '../../../contract/entity.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../callContext.ts';
import { limitedQuery } from '../withinLimits.ts';
import { isOwnOrder, type Ordered, orderOf } from './order.ts';
import { type ListQuery, type QueryFilter, queryFilterOf, searchFilterOf, shapeOf, valuesOf } from './queryFilter.ts';

/** How a list is read and counted. It is made once from what is asked and what the caller's role leaves. */
export interface ListPlan {
  db: Db;
  entity: Entity;
  filter: QueryFilter;
  order: Ordered[];
  /** Whether the list is for the public site. */
  isPublic: boolean;
  /** Whether the list is in the order in which the search index stores the records. */
  isOwnOrder: boolean;
  /** Whether the caller sees only its own operations. The search index would tell of others by its response time. */
  isOwnOperations: boolean;
}

/** @throws InvalidInput for a filter or order by a field that is hidden from the caller */
export function planOf(caller: Caller, entity: Entity, asked: ListQuery): ListPlan {
  const query = limitedQuery(caller, entity, asked);
  return {
    db: caller.db,
    entity,
    filter: queryFilterOf(entity, query),
    order: orderOf(entity, query),
    isPublic: query.isPublic === true,
    isOwnOrder: isOwnOrder(entity, query),
    isOwnOperations: Boolean(entity.isLog && query.madeBy),
  };
}

/** Returns the list without its search words. */
export const withoutWords = (plan: ListPlan): ListPlan => {
  const { equal, within, times, state } = plan.filter;
  return { ...plan, filter: { equal, within, times, ...(state && { state }), words: [] } };
};

/** Returns a list of all records that contain the words. */
export const onlyWords = (plan: ListPlan): ListPlan => ({
  ...plan,
  filter: searchFilterOf(plan.entity, plan.filter.words),
});

/** A filter by state gets a new key every minute, because states change without a write. */
export const keyOfFilter = (filter: QueryFilter): string =>
  shapeOf(filter) + JSON.stringify([valuesOf(filter), ...(filter.state ? [Math.floor(Date.now() / 60_000)] : [])]);

/** Returns a key that is equal for lists of the same records in the same order. */
export const keyOfList = (plan: ListPlan): string => [orderShapeOf(plan), keyOfFilter(plan.filter)].join();

export const orderShapeOf = ({ order, isPublic }: ListPlan): string =>
  [...order.map(({ field, direction }) => `${field} ${direction}`), ...(isPublic ? ['public'] : [])].join();
