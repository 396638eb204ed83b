import { mostInBulk } from '../../../contract/calls/bulk.ts';
import { type Entity, filterParams } from '../../../contract/entity.ts';
import { entityList } from '../../../contract/index.ts';
import { InvalidInput } from '../../core/errors.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller, OtherCallRunner } from '../callContext.ts';
import { withDescendants } from '../tree.ts';
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
  if (!entity.model) return query;
  const trees = Object.entries({ col_id: 'column', category_id: 'category' } as const).filter(([name]) => query[name]);
  for (const [name, tree] of trees) query[name] = await branch(context.db, tree, Number(query[name]));
  return query;
}

/** In list order. @throws InvalidInput if there are more than one call may affect */
export async function idsFound(context: QueryReader, entity: Entity, filter: unknown): Promise<number[]> {
  const query = await filterOf(context, entity, filter);
  const rows = await selectRows(context, entity, query, {
    limit: mostInBulk + 1,
    offset: 0,
    heavy: false,
    onlyIds: true,
  });
  if (rows.length > mostInBulk)
    throw new InvalidInput({ filter: { key: 'field_too_many', values: { limit: mostInBulk } } });
  return rows.map(({ id }) => Number(id));
}

/** The ids of a node and its descendants, because its list includes their records; only its own if it has none. */
export async function branch(db: Db, tree: 'column' | 'category', id: number): Promise<number | number[]> {
  const columns = db.selectFrom('column').select(['id', 'pid']).where('deleted_at', 'is', null);
  const rows = tree === 'column' ? columns : db.selectFrom('category').select(['id', 'pid']);
  const ids = withDescendants(await rows.execute(), id);
  return ids.length === 1 ? id : ids;
}
