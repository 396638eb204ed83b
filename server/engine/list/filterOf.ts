import { maxInBulk } from '../../../contract/calls/bulk.ts';
import { type Entity, filterParams } from '../../../contract/entity.ts';
import { entityList, findEntity } from '../../../contract/index.ts';
import { InvalidInput } from '../../core/errors.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller, OtherCallRunner } from '../callContext.ts';
import { subtreeOf } from '../tree.ts';
import type { ListQuery } from './queryFilter.ts';
import { selectRows } from './rows.ts';

/** One object for each entity, because `read` compiles the schema of a call once. */
const filterCalls = new Map(entityList.map((entity) => [entity.name, { params: filterParams(entity) }]));

type QueryReader = Caller & Pick<OtherCallRunner, 'read'>;

/** A filter by the names of the entity's fields. @throws InvalidInput if the list would refuse it */
export async function filterOf(context: QueryReader, entity: Entity, filter: unknown): Promise<ListQuery> {
  const query: ListQuery = context.read(filterCalls.get(entity.name) ?? { params: filterParams(entity) }, {
    ...(filter as object | null),
  });
  return includingDescendants(context.db, entity, query);
}

/** Adds the descendants of the tree's record that the filter names (`includesDescendants`). */
export async function includingDescendants(db: Db, entity: Entity, query: ListQuery): Promise<ListQuery> {
  const wider: ListQuery = { ...query };
  for (const [name, field] of Object.entries(entity.fields)) {
    const tree = field.includesDescendants && query[name] ? findEntity(field.entity) : undefined;
    if (!tree) continue;
    const ids = await subtreeOf(db, tree, Number(query[name]));
    // With nothing below it stays one value: totals are kept and indexes made by one.
    if (ids.length > 1) wider[name] = ids;
  }
  return wider;
}

/** In list order. @throws InvalidInput if there are more than one call may affect */
export async function idsFound(context: QueryReader, entity: Entity, filter: unknown): Promise<number[]> {
  const query = await filterOf(context, entity, filter);
  const rows = await selectRows(context, entity, query, {
    limit: maxInBulk + 1,
    offset: 0,
    heavy: false,
    onlyIds: true,
  });
  if (rows.length > maxInBulk)
    throw new InvalidInput({ filter: { key: 'field_too_many', values: { limit: maxInBulk } } });
  return rows.map(({ id }) => Number(id));
}
