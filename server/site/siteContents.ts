import { siteEntities } from '../../contract/calls/siteContent.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { type Db, generic } from '../database/tables.ts';
import { isPublished } from '../engine/contentState.ts';
import { withDescendants } from '../engine/tree.ts';
import { shownColumns } from './siteTree.ts';

const entityOf = (model: string | undefined) =>
  siteEntities.find(({ name }) => name === model) as unknown as Entity | undefined;

/** The columns of a list; all have one public model. */
export async function publicColumns(db: Db, { col_id, model }: { col_id?: number | null; model?: string }) {
  const columns = await shownColumns(db);
  const column = columns.find(({ id }) => id === col_id);
  if (!col_id && !model) throw new InvalidInput({ col_id: { key: 'field_required' } });
  if (col_id && !column) throw new CallError('not_found');
  const entity = entityOf(model ?? column?.model);
  if (!entity) throw new InvalidInput({ col_id: { key: 'field_no_record' } });
  const within = new Set(column ? withDescendants(columns, column.id) : columns.map(({ id }) => id));
  return {
    entity,
    ids: columns.filter((each) => each.model === entity.name && within.has(each.id)).map(({ id }) => id),
  };
}

/** The public records of a model: in visible columns, published and within their times. */
export const published = (db: Db, entity: Entity, columns: number[]) =>
  generic(db)
    .selectFrom(entity.name)
    .where('deleted_at', 'is', null)
    .where('col_id', 'in', columns)
    .where(isPublished(db, entity));
