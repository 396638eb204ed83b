import type { Entity } from '../../../contract/entity.ts';
import { createYield } from '../../core/turns.ts';
import { preparedAs } from '../../database/statements.ts';
import { type Db, isPostgres } from '../../database/tables.ts';
import { comparedIds, indexedIds } from './idStrategies.ts';
import { boundValues, type QueryFilter, shapeOf } from './queryFilter.ts';

/** SQLite: whether what the index finds is still to be compared with the words. */
export const isCompared = (db: Db, { texts }: QueryFilter): boolean => texts !== undefined && !isPostgres(db);

const comparedAtOnce = 250;

/**
 * SQLite: the ids of the records that contain the words. What the index finds is compared in parts, because a query never yields;
 * what it finds by pinyin is taken.
 */
export async function matchesInParts(db: Db, entity: Entity, queryFilter: QueryFilter): Promise<number[]> {
  const shape = `${entity.name},${shapeOf(queryFilter)}`;
  const idQuery = { entity, queryFilter, order: [], isLimited: false };
  const values = boundValues(db, entity, queryFilter);
  const idsOf = async (asked: 'match' | 'pinyin'): Promise<number[]> => {
    const index = preparedAs<{ ids: string }>(`indexed,${asked},${shape}`, (on, param) =>
      indexedIds({ ...idQuery, db: on, param }, asked),
    );
    const [row] = await index(db, values);
    return JSON.parse(row?.ids ?? '[]');
  };
  const compare = preparedAs<{ id: number }>(`compared,${shape}`, (on, param) =>
    comparedIds({ ...idQuery, db: on, param }),
  );
  const spelled = queryFilter.pinyin ? await idsOf('pinyin') : [];
  const known = new Set(spelled);
  const indexed = (await idsOf('match')).filter((id) => !known.has(id));
  const letOthersIn = createYield(db);
  const matches = [...spelled];
  for (let at = 0; at < indexed.length; at += comparedAtOnce) {
    const found = JSON.stringify(indexed.slice(at, at + comparedAtOnce));
    for (const { id } of await compare(db, { ...values, found })) matches.push(id);
    await letOthersIn();
  }
  return matches;
}
