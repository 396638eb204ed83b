import { sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import { cachedTotal } from '../../database/dataVersion.ts';
import { hasTally, isSearched, talliedOf, tallyTable } from '../../database/derived/scaled.ts';
import { type Param, preparedAs } from '../../database/statements.ts';
import { type Db, generic, isPostgres } from '../../database/tables.ts';
import type { Caller } from '../callContext.ts';
import { countOfMatches, firstMatches } from './idStrategies.ts';
import { isCompared, matchesInParts } from './matchesInParts.ts';
import { keyOfFilter, type ListPlan, onlyWords, planOf, withoutWords } from './plan.ts';
import {
  boundValues,
  fieldConditions,
  keywordConditions,
  type ListQuery,
  notDeleted,
  type QueryFilter,
  shapeOf,
} from './queryFilter.ts';

/** @returns how many records the caller's list has */
export const total = (caller: Caller, entity: Entity, query: ListQuery = {}): Promise<number> =>
  totalOf(planOf(caller, entity, query));

export function totalOf(plan: ListPlan): Promise<number> {
  const { db, entity, filter } = plan;
  const { state, ...timeless } = filter;
  // Nearly all published records are visible, so the few scheduled and expired ones are subtracted.
  const isIndexed = isTallied(entity, timeless) || (timeless.words.length > 0 && isSearched(entity));
  if (state === 'published' && isIndexed) return totalOfVisible(plan);
  const cacheKey = {
    entity: entity.name,
    key: keyOfFilter(filter),
    mayLag: !isTallied(entity, filter),
    isLog: entity.isLog,
  };
  // A field computed from other tables changes without a write to this one, so its totals are not cached.
  const isOfOthers = Object.keys(filter.equal).some((name) => entity.fields[name]?.virtual);
  return isOfOthers ? counted(plan) : cachedTotal(db, cacheKey, () => counted(plan));
}

async function counted(plan: ListPlan): Promise<number> {
  const { db, entity, filter } = plan;
  const by = await counterOf(plan);
  if (by === 'match' && isCompared(db, filter)) return (await matchesInParts(db, entity, filter)).length;
  if (by !== 'match' || !isPostgres(db) || !entity.isLog) return countBy(plan, by);
  const first = await countBy(plan, 'firstMatches');
  return first < maxIndexCount ? first : countBy(plan, 'scan');
}

async function countBy({ db, entity, filter }: ListPlan, counter: keyof typeof counters): Promise<number> {
  const run = preparedAs<{ total: number | null }>(`${counter},${entity.name},${shapeOf(filter)}`, (on, param) =>
    counters[counter](on, entity, filter, param),
  );
  const [row] = await run(db, boundValues(db, entity, filter));
  return Number(row?.total ?? 0);
}

async function totalOfVisible(plan: ListPlan): Promise<number> {
  const { state: _published, ...filter } = plan.filter;
  const [published, scheduled, expired] = await Promise.all([
    totalOf({ ...plan, filter }),
    totalOf({ ...plan, filter: { ...filter, state: 'scheduled' } }),
    totalOf({ ...plan, filter: { ...filter, state: 'expired' } }),
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

async function counterOf(plan: ListPlan): Promise<'tally' | 'match' | 'scan'> {
  const { db, entity, filter, isOwnOperations } = plan;
  const { equal, within, times, state, words } = filter;
  const names = [equal, within, times].flatMap(Object.keys);
  if (isTallied(entity, filter)) return 'tally';
  // Few records are scheduled or expired.
  if (state === 'scheduled' || state === 'expired') return 'scan';
  if (words.length === 0 || names.includes('id') || !isSearched(entity) || isOwnOperations) return 'scan';
  if (!isPostgres(db) || names.length === 0) return 'match';
  const { all, hits } = await amounts(plan);
  return all < hits ? 'scan' : 'match';
}

/** How many records the list has without its words, and how many contain these. */
export async function amounts(plan: ListPlan): Promise<{ all: number; hits: number }> {
  return { all: await totalOf(withoutWords(plan)), hits: await totalOf(onlyWords(plan)) };
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
