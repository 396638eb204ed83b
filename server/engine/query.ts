import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { cachedTotal } from '../database/dataVersion.ts';
import { hasTally, isSearched, talliedOf, tallyTable } from '../database/derived/scaled.ts';
import { type Param, preparedAs } from '../database/statements.ts';
import { isStored } from '../database/storage.ts';
import { type Db, generic, isPostgres, type Row } from '../database/tables.ts';
import type { Caller } from './callContext.ts';
import { expressions } from './computed.ts';
import { farRows, isFar, type PageStart } from './farPages.ts';
import { countOfMatches, firstMatches, idsBy, type Strategy } from './idStrategies.ts';
import { isCompared, matchesInParts } from './matchesInParts.ts';
import { hidesPinned, inOrder, isOwnOrder, orderOf, sortKeyColumn } from './order.ts';
import {
  boundValues,
  fieldConditions,
  keywordConditions,
  type ListQuery,
  notDeleted,
  type QueryFilter,
  queryFilterOf,
  shapeOf,
  valuesOf,
  type Window,
} from './queryFilter.ts';
import { limitedQuery } from './withinLimits.ts';

export type { ListQuery } from './queryFilter.ts';

/** The caller's rows: of a list, of an export, of ids. */
export async function selectRows(caller: Caller, entity: Entity, asked: ListQuery, window: Window): Promise<Row[]> {
  const { db } = caller;
  const query = limitedQuery(caller, entity, asked);
  const queryFilter = queryFilterOf(entity, query);
  const run = (strategy: Strategy, values: Record<string, unknown> = {}, part: Window = window) =>
    rowsBy(db, entity, query, part, strategy, values);
  if (queryFilter.words.length > 0) return searchedRows(db, entity, query, window, run);
  const order = orderOf(entity, query);
  if (entity.isLog || !isFar(window, order)) return run('scan');
  if ((window.offset ?? 0) >= (await totalOf(db, entity, query))) return [];
  const list = { entity: entity.name, key: keyOf(entity, query), order, window };
  return farRows(db, list, (part, start) => run(start ? 'after' : 'scan', start?.values, part));
}

type Run = (strategy: Strategy, values?: Record<string, unknown>, part?: Window) => Promise<Row[]>;

const fewMatches = 500;
/** Of so many records one at least matches where an index is read along for all matches. */
const mostPerMatch = 30;

/**
 * Without an index in list order, a few matches are collected and sorted. Of many, reading along the order meets enough
 * soon; that read is bounded, in case it meets fewer than expected.
 */
async function searchedRows(db: Db, entity: Entity, query: ListQuery, window: Window, run: Run) {
  const { limit, offset = 0 } = window;
  if (query.ids?.length || !isSearched(entity) || isOwnOperationsQuery(entity, query)) return run('scan');
  // The index that is in the list's order does not tell in which text a word stands.
  if (!isPostgres(db) && isOwnOrder(entity, query) && !queryFilterOf(entity, query).texts) return run('walk');
  const found = await totalOf(db, entity, query);
  if (found <= offset) return [];
  if (limit === undefined || found <= fewMatches) return run('match');
  const { all, hits } = await amounts(db, entity, query);
  if (hits <= (limit * all) / found) return run('match');
  const order = orderOf(entity, query);
  const isAlong =
    order[0]?.column === sortKeyColumn && found * mostPerMatch > all && !isCompared(db, queryFilterOf(entity, query));
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
    // The matches lie close together, far from here: takes whichever strategy reads less, or reads in parts.
    return run(hits < all / 4 || !isPostgres(db) ? matching : 'scan', {}, whole);
  };
  if (entity.isLog || !isFar(window, order)) return follow(window);
  const list = { entity: entity.name, key: keyOf(entity, query), order, window };
  return farRows(db, list, follow);
}

/** The caller sees only its own operations. The search index would reveal by its response time what other rows contain. */
const isOwnOperationsQuery = ({ isLog }: Entity, { madeBy }: ListQuery) => Boolean(isLog && madeBy);

/** A filter by state gets a new key every minute, because states change without a write. */
const keyOfFilter = (queryFilter: QueryFilter) =>
  shapeOf(queryFilter) +
  JSON.stringify([valuesOf(queryFilter), ...(queryFilter.state ? [Math.floor(Date.now() / 60_000)] : [])]);

function keyOf(entity: Entity, query: ListQuery): string {
  const queryFilter = queryFilterOf(entity, query);
  const { sort, order, isPublic } = query;
  return [entity.name, sort, order, isPublic, hidesPinned(entity, query), keyOfFilter(queryFilter)].join();
}

async function amounts(db: Db, entity: Entity, { searchKey, ...filters }: ListQuery) {
  const all = await totalOf(db, entity, filters);
  return { all, hits: await totalOf(db, entity, { searchKey }) };
}

export const total = (caller: Caller, entity: Entity, query: ListQuery = {}): Promise<number> =>
  totalOf(caller.db, entity, limitedQuery(caller, entity, query));

function totalOf(db: Db, entity: Entity, query: ListQuery): Promise<number> {
  const queryFilter = queryFilterOf(entity, query);
  const { state, ...timeless } = queryFilter;
  // Nearly all published records are visible, so the few scheduled and expired ones are subtracted.
  const isIndexed = isTallied(entity, timeless) || (timeless.words.length > 0 && isSearched(entity));
  const mayBePublished = query.status === undefined || Number(query.status) === 1;
  if (state === 'published' && isIndexed && mayBePublished) return totalOfVisible(db, entity, query);
  const cacheKey = {
    entity: entity.name,
    key: keyOfFilter(queryFilter),
    mayLag: !isTallied(entity, queryFilter),
    isLog: entity.isLog,
  };
  // A field computed from other tables changes without a write to this one, so its totals are not cached.
  const isOfOthers = Object.keys(queryFilter.equal).some((name) => entity.fields[name]?.virtual);
  const counted = async () => {
    const by = await counterOf(db, entity, query, queryFilter);
    if (by === 'match' && isCompared(db, queryFilter)) return (await matchesInParts(db, entity, queryFilter)).length;
    const countBy = async (counter: keyof typeof counters) => {
      const run = preparedAs(`${counter},${entity.name},${shapeOf(queryFilter)}`, (on, param) =>
        counters[counter](on, entity, queryFilter, param),
      );
      const [row] = (await run(db, boundValues(db, entity, queryFilter))) as { total: number | null }[];
      return Number(row?.total ?? 0);
    };
    if (by !== 'match' || !isPostgres(db) || !entity.isLog) return countBy(by);
    const first = await countBy('firstMatches');
    return first < maxIndexCount ? first : countBy('scan');
  };
  return isOfOthers ? counted() : cachedTotal(db, cacheKey, counted);
}

async function totalOfVisible(db: Db, entity: Entity, { state: _state, ...query }: ListQuery): Promise<number> {
  const [published, scheduled, expired] = await Promise.all([
    totalOf(db, entity, { ...query, status: 1 }),
    totalOf(db, entity, { ...query, state: 'scheduled' }),
    totalOf(db, entity, { ...query, state: 'expired' }),
  ]);
  return published - scheduled - expired;
}

function isTallied(entity: Entity, { equal, within, times, state, words }: QueryFilter): boolean {
  const tallied = talliedOf(entity);
  const names = [...Object.keys(equal), ...Object.keys(within)];
  return (
    hasTally(entity) &&
    !state &&
    words.length + Object.keys(times).length === 0 &&
    names.every((name) => tallied.includes(name))
  );
}

async function counterOf(db: Db, entity: Entity, query: ListQuery, queryFilter: QueryFilter) {
  const { equal, within, times, state, words } = queryFilter;
  const names = [equal, within, times].flatMap(Object.keys);
  if (isTallied(entity, queryFilter)) return 'tally';
  // Few records are scheduled or expired.
  if (state === 'scheduled' || state === 'expired') return 'scan';
  if (words.length === 0 || names.includes('id') || !isSearched(entity)) return 'scan';
  if (isOwnOperationsQuery(entity, query)) return 'scan';
  if (!isPostgres(db) || names.length === 0) return 'match';
  const { all, hits } = await amounts(db, entity, query);
  return all < hits ? 'scan' : 'match';
}

/**
 * The number of matches in a log up to which PostgreSQL counts by the search index. It rechecks every row that the index finds, so for a
 * word that most rows contain a scan is much cheaper.
 */
const maxIndexCount = 10_000;

const counters = {
  firstMatches: (db: Db, entity: Entity, queryFilter: QueryFilter, param: Param) => {
    const found = firstMatches({ db, entity, queryFilter, param, order: [], isLimited: false }, maxIndexCount);
    return generic(db).selectFrom(found.as('found')).select(sql<number>`count(*)`.as('total'));
  },
  tally: (db: Db, entity: Entity, queryFilter: QueryFilter, param: Param) =>
    generic(db)
      .selectFrom(tallyTable(entity))
      .select(sql<number>`sum(n)`.as('total'))
      .where((where) => where.and(fieldConditions(where, { db, entity }, queryFilter, param))),
  match: (db: Db, entity: Entity, queryFilter: QueryFilter, param: Param) =>
    countOfMatches({ db, entity, queryFilter, param, order: [], isLimited: false }),
  scan: (db: Db, entity: Entity, queryFilter: QueryFilter, param: Param) =>
    generic(db)
      .selectFrom(entity.name)
      .select(sql<number>`count(*)`.as('total'))
      .where((where) =>
        where.and([
          ...fieldConditions(where, { db, entity }, queryFilter, param),
          ...notDeleted(where, entity),
          ...keywordConditions(where, { db, entity }, queryFilter, param),
        ]),
      ),
};

async function rowsBy(
  db: Db,
  entity: Entity,
  query: ListQuery,
  window: Window,
  strategy: Strategy,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const queryFilter = queryFilterOf(entity, query);
  if (strategy === 'match' && isCompared(db, queryFilter)) {
    const found = JSON.stringify(await matchesInParts(db, entity, queryFilter));
    return rowsBy(db, entity, query, window, 'found', { found });
  }
  const { heavy, limit, offset, onlyIds } = window;
  const upTo = (offset ?? 0) + (limit ?? 0);
  const shape = [
    strategy,
    entity.name,
    query.sort,
    query.order,
    query.isPublic,
    heavy,
    onlyIds,
    limit !== undefined,
    hidesPinned(entity, query),
    shapeOf(queryFilter),
  ];
  const run = preparedAs(shape.join(), (on, param) => rowsQuery(on, entity, query, window, param, strategy));
  return run(db, { ...boundValues(db, entity, queryFilter), limit, offset, upTo, ...values }) as Promise<Row[]>;
}

/** Finds ids in an index before it reads rows, so that a far page does not read those of the pages before it. */
export function rowsQuery(
  db: Db,
  entity: Entity,
  query: ListQuery,
  { limit, heavy, onlyIds }: Window,
  param: Param,
  strategy: Strategy = 'scan',
) {
  const { name, fields } = entity;
  const queryFilter = queryFilterOf(entity, query);
  const order = orderOf(entity, query);
  const isOfOrder = new Set(order.map((each) => each.field));
  const columns = Object.keys(fields).filter((field) => {
    const at = fields[field] as Field;
    return isStored(at) && !at.writeOnly && (onlyIds ? isOfOrder.has(field) : heavy || !at.heavy);
  });
  // Each column's indexes begin with the pinned flag, which the public order lacks.
  const isOrderOfLists = !query.isPublic || !['sort', 'id'].includes(order[0]?.field ?? '');
  const ids = idsBy[strategy]({
    db,
    entity,
    queryFilter,
    order,
    param,
    isLimited: limit !== undefined,
    isOrderOfLists,
  });

  const virtual = onlyIds ? [] : Object.entries(expressions[name] ?? {});
  const rows = generic(db)
    .selectFrom(ids.as('page'))
    .innerJoin(name, `${name}.id`, 'page.id')
    .select(['id', ...columns].map((column) => `${name}.${column}`))
    .select(virtual.map(([field, expression]) => expression(db).as(field)));
  return inOrder(rows, order, ({ column }) => (column === sortKeyColumn ? 'page.' : `${name}.`));
}
