import type { Entity } from '../../../contract/entity.ts';
import { searchForm } from '../../database/derived/sqlFunctions.ts';
import { preparedAs } from '../../database/statements.ts';
import type { Db } from '../../database/tables.ts';
import { firstMatches, idsBy } from './idStrategies.ts';
import { isCompared, matchesInParts } from './matchesInParts.ts';
import { orderOf } from './order.ts';
import { boundValues, comparedTexts, mayBePinyin, type QueryFilter, searchFilterOf, shapeOf } from './queryFilter.ts';

/** PostgreSQL only: returns the ids of up to `maxIds` records that the search finds, in no particular order. */
export async function anyMatchedIds(db: Db, entity: Entity, text: string, maxIds: number): Promise<number[]> {
  const words = [searchForm(text)];
  const queryFilter: QueryFilter = { equal: {}, within: {}, times: {}, words, pinyin: mayBePinyin(entity, words) };
  const run = preparedAs<{ id: number }>(`some,${entity.name},${maxIds},${shapeOf(queryFilter)}`, (on, param) =>
    firstMatches({ db: on, entity, queryFilter, param, order: [], isLimited: false }, maxIds),
  );
  return (await run(db, boundValues(db, entity, queryFilter))).map(({ id }) => Number(id));
}

/**
 * Returns the ids of all records that the search finds. With `maxIds`, only the first in list order: up to `maxIds` pinned ones,
 * then up to `maxIds` others.
 */
export async function matchedIds(db: Db, entity: Entity, text: string, maxIds?: number): Promise<number[]> {
  const order = maxIds === undefined ? [] : orderOf(entity, {});
  const words = [searchForm(text)];
  const strategy = maxIds === undefined || comparedTexts(entity, words) ? 'match' : 'walk';
  const { pinned } = entity;
  const parts = maxIds !== undefined && pinned ? [{ [pinned]: 1 }, { [pinned]: 0 }] : [{}];
  const idsOf = async (equal: Record<string, unknown>) => {
    const queryFilter = { ...searchFilterOf(entity, words), equal };
    const found = isCompared(db, queryFilter) && JSON.stringify(await matchesInParts(db, entity, queryFilter));
    const by = found ? 'found' : strategy;
    const run = preparedAs(`${by} ids,${entity.name},${shapeOf(queryFilter)}`, (on, param) =>
      idsBy[by]({ db: on, entity, queryFilter, order, param, isLimited: maxIds !== undefined }),
    );
    const rows = await run(db, { ...boundValues(db, entity, queryFilter), found, limit: maxIds, offset: 0 });
    return (rows as { id: number }[]).map(({ id }) => Number(id));
  };
  return (await Promise.all(parts.map(idsOf))).flat();
}
