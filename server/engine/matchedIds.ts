import type { Entity } from '../../contract/entity.ts';
import { lowered } from '../database/derived/sqlFunctions.ts';
import { preparedAs } from '../database/statements.ts';
import type { Db } from '../database/tables.ts';
import { firstMatches, idsBy } from './idStrategies.ts';
import { isCompared, matchesInParts } from './matchesInParts.ts';
import { orderOf } from './order.ts';
import { boundValues, comparedTexts, mayBePinyin, type QueryFilter, shapeOf } from './queryFilter.ts';

/** PostgreSQL: the ids of at most so many of the records that the search finds, whichever they are. */
export async function anyMatchedIds(db: Db, entity: Entity, text: string, most: number): Promise<number[]> {
  const words = [lowered(text)];
  const queryFilter: QueryFilter = { equal: {}, within: {}, times: {}, words, pinyin: mayBePinyin(entity, words) };
  const run = preparedAs<{ id: number }>(`some,${entity.name},${most},${shapeOf(queryFilter)}`, (on, param) =>
    firstMatches({ db: on, entity, queryFilter, param, order: [], isLimited: false }, most),
  );
  return (await run(db, boundValues(db, entity, queryFilter))).map(({ id }) => Number(id));
}

/** If not all ids are wanted, the first ones: as many pinned records as others, which come after them. */
export async function matchedIds(db: Db, entity: Entity, text: string, most?: number): Promise<number[]> {
  const order = most === undefined ? [] : orderOf(entity, {});
  const words = [lowered(text)];
  const texts = comparedTexts(entity, words);
  const strategy = most === undefined || texts ? 'match' : 'walk';
  const { pinned } = entity;
  const parts = most !== undefined && pinned ? [{ [pinned]: 1 }, { [pinned]: 0 }] : [{}];
  const idsOf = async (equal: Record<string, unknown>) => {
    const pinyin = mayBePinyin(entity, words);
    const queryFilter = { equal, within: {}, times: {}, words, pinyin, ...(texts && { texts }) };
    const found = isCompared(db, queryFilter) && JSON.stringify(await matchesInParts(db, entity, queryFilter));
    const by = found ? 'found' : strategy;
    const run = preparedAs(`${by} ids,${entity.name},${shapeOf(queryFilter)}`, (on, param) =>
      idsBy[by]({ db: on, entity, queryFilter, order, param, isLimited: most !== undefined }),
    );
    const rows = await run(db, { ...boundValues(db, entity, queryFilter), found, limit: most, offset: 0 });
    return (rows as { id: number }[]).map(({ id }) => Number(id));
  };
  return (await Promise.all(parts.map(idsOf))).flat();
}
