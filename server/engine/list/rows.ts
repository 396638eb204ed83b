import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { isSearched } from '../../database/derived/scaled.ts';
import { type Param, preparedAs } from '../../database/statements.ts';
import { isStored } from '../../database/storage.ts';
import { generic, isPostgres, type Row } from '../../database/tables.ts';
import type { Caller } from '../callContext.ts';
import { derivedOf } from '../hooks.ts';
import { farRows, isFar, type PageStart } from './farPages.ts';
import { idsBy, type Strategy } from './idStrategies.ts';
import { isCompared, matchesInParts } from './matchesInParts.ts';
import { inOrder, sortKeyColumn } from './order.ts';
import { keyOfList, type ListPlan, orderShapeOf, planOf } from './plan.ts';
import { boundValues, type ListQuery, shapeOf, type Window } from './queryFilter.ts';
import { amounts, totalOf } from './totals.ts';

/** Reads rows for the caller: for a list, for an export, by ids. */
export const selectRows = (caller: Caller, entity: Entity, query: ListQuery, window: Window): Promise<Row[]> =>
  rowsOfPlan(planOf(caller, entity, query), window);

export async function rowsOfPlan(plan: ListPlan, window: Window): Promise<Row[]> {
  const { entity, filter, order } = plan;
  if (filter.words.length > 0) return searchedRows(plan, window);
  if (entity.isLog || !isFar(window, order)) return rowsBy(plan, window, 'scan');
  if ((window.offset ?? 0) >= (await totalOf(plan))) return [];
  return farRows(plan, keyOfList(plan), window, (part, start) =>
    rowsBy(plan, part, start ? 'after' : 'scan', start?.values),
  );
}

const fewMatches = 500;
/** An index is read along for all matches only if one of so many records matches. */
const maxPerMatch = 30;

/**
 * Reads the rows of a search. If no index is in list order, a few matches are collected and sorted. With many, reading
 * along the order meets enough soon; that read is bounded, in case it meets fewer than expected.
 */
async function searchedRows(plan: ListPlan, window: Window): Promise<Row[]> {
  const { db, entity, filter, order, isOwnOrder, isOwnOperations } = plan;
  const { limit, offset = 0 } = window;
  const run = (strategy: Strategy, values: Record<string, unknown> = {}, part: Window = window) =>
    rowsBy(plan, part, strategy, values);
  if (filter.within.id || !isSearched(entity) || isOwnOperations) return run('scan');
  // The index that is in the list's order does not tell in which text a word stands.
  if (!isPostgres(db) && isOwnOrder && !filter.texts) return run('walk');
  const found = await totalOf(plan);
  if (found <= offset) return [];
  if (limit === undefined || found <= fewMatches) return run('match');
  const { all, hits } = await amounts(plan);
  if (hits <= (limit * all) / found) return run('match');
  const isAlong = order[0]?.column === sortKeyColumn && found * maxPerMatch > all && !isCompared(db, filter);
  const matching: Strategy = isAlong ? 'matchAlong' : 'match';

  const follow = async (part: Window, start?: PageStart) => {
    const [skipped, most] = [part.offset ?? 0, part.limit ?? 0];
    const from = (start?.at ?? 0) + skipped;
    const expected = ((skipped + most) * all) / found;
    const whole = { ...part, offset: from };
    if (hits <= expected) return run(matching, {}, whole);
    const bound = Math.ceil(expected * 3 + 1000);
    const rows = await run(start ? 'boundedAfter' : 'bounded', { ...start?.values, bound }, part);
    if (rows.length >= Math.min(most, found - from)) return rows;
    // The matches lie close together, far from here, so whichever strategy reads less, or reads in parts, takes over.
    return run(hits < all / 4 || !isPostgres(db) ? matching : 'scan', {}, whole);
  };
  if (entity.isLog || !isFar(window, order)) return follow(window);
  return farRows(plan, keyOfList(plan), window, follow);
}

async function rowsBy(
  plan: ListPlan,
  window: Window,
  strategy: Strategy,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const { db, entity, filter } = plan;
  if (strategy === 'match' && isCompared(db, filter)) {
    const found = JSON.stringify(await matchesInParts(db, entity, filter));
    return rowsBy(plan, window, 'found', { found });
  }
  const { heavy, limit, offset, onlyIds } = window;
  const upTo = (offset ?? 0) + (limit ?? 0);
  const isLimited = limit !== undefined;
  const shape = [strategy, entity.name, orderShapeOf(plan), heavy, onlyIds, isLimited, shapeOf(filter)];
  const run = preparedAs<Row>(shape.join(), (on, param) => rowsQuery({ ...plan, db: on }, window, param, strategy));
  return run(db, { ...boundValues(db, entity, filter), limit, offset, upTo, ...values });
}

/** Finds ids in an index before it reads rows, so that a far page does not read those of the pages before it. */
export function rowsQuery(
  { db, entity, filter, order, isPublic }: ListPlan,
  { limit, heavy, onlyIds }: Window,
  param: Param,
  strategy: Strategy = 'scan',
) {
  const { name, fields } = entity;
  const isOfOrder = new Set(order.map((each) => each.field));
  const columns = Object.keys(fields).filter((field) => {
    const at = fields[field] as Field;
    return isStored(at) && !at.writeOnly && (onlyIds ? isOfOrder.has(field) : heavy || !at.heavy);
  });
  const ids = idsBy[strategy]({
    db,
    entity,
    queryFilter: filter,
    order,
    param,
    isLimited: limit !== undefined,
    // Each column's indexes begin with the pinned flag, which the public order lacks.
    isOrderOfLists: !isPublic || !['sort', 'id'].includes(order[0]?.field ?? ''),
  });
  const virtual = onlyIds ? [] : Object.entries(derivedOf(db, entity));
  const rows = generic(db)
    .selectFrom(ids.as('page'))
    .innerJoin(name, `${name}.id`, 'page.id')
    .select(['id', ...columns].map((column) => `${name}.${column}`))
    .select(virtual.map(([field, expression]) => expression.as(field)));
  return inOrder(rows, order, ({ column }) => (column === sortKeyColumn ? 'page.' : `${name}.`));
}
