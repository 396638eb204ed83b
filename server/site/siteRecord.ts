import { siteContentFields } from '../../contract/calls/siteContent.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import * as crud from '../engine/crud.ts';
import { pickFields } from '../engine/onlyDeclared.ts';
import { publicColumns, published } from './siteContents.ts';

type Row = Record<string, unknown> & { id: number; sort: number; col_id: number };

/** With its neighbours in its column. @throws CallError `not_found`, also if it exists but is not published */
export async function siteRecord(
  db: Db,
  { model, id, col_id }: { model?: string; id?: number | null; col_id?: number | null },
) {
  if (!id && !col_id) throw new InvalidInput({ id: { key: 'field_required' } });
  if (id && !model) throw new InvalidInput({ model: { key: 'field_required' } });
  const { entity, ids: columns } = await publicColumns(db, id ? { model } : { col_id, model: 'single' });
  if (columns.length === 0) throw new CallError('not_found');
  let found = published(db, entity, id ? columns : columns.filter((column) => column === col_id)).select('id');
  if (id) found = found.where('id', '=', id);
  const shown = (await found.executeTakeFirst()) as { id: number } | undefined;
  const row = shown && ((await crud.read(db, entity, Number(shown.id))) as unknown as Row | undefined);
  if (!row) throw new CallError('not_found');
  const [prev, next] = await Promise.all([neighbour(db, entity, row, 'prev'), neighbour(db, entity, row, 'next')]);
  const beside = {
    ...{ prev_id: prev?.id ?? null, prev_title: prev?.title ?? '' },
    ...{ next_id: next?.id ?? null, next_title: next?.title ?? '' },
  };
  const shownFields = pickFields(siteContentFields({ heavy: true }, [entity]), row) as Record<string, unknown>;
  return { entity, id: row.id, record: { ...shownFields, ...beside } };
}

const directions = {
  prev: { sort: '<', id: '>', order: 'desc', idOrder: 'asc' },
  next: { sort: '>', id: '<', order: 'asc', idOrder: 'desc' },
} as const;

/** The record before or after another in its column's order: with the same `sort`, or else with the nearest. */
async function neighbour(db: Db, entity: Entity, { id, sort, col_id }: Row, to: keyof typeof directions) {
  const comparison = directions[to];
  // Two index reads. One query with an "or" would read the column up to the record.
  const beside = published(db, entity, [col_id]).select(['id', 'title']).limit(1);
  const same = await beside
    .where('sort', '=', sort)
    .where('id', comparison.id, id)
    .orderBy('id', comparison.idOrder)
    .executeTakeFirst();
  const beyond = beside
    .where('sort', comparison.sort, sort)
    .orderBy('sort', comparison.order)
    .orderBy('id', comparison.idOrder);
  const found = same ?? (await beyond.executeTakeFirst());
  return found && { id: Number(found.id), title: String(found.title) };
}
