import { sql } from 'kysely';
import type { Params } from '../../contract/call.ts';
import type { siteContents } from '../../contract/calls/site.ts';
import { siteContentFields, siteEntities } from '../../contract/calls/siteContent.ts';
import type { Entity } from '../../contract/entity.ts';
import { isPublished } from '../content/contentState.ts';
import { recordOfOldSlug } from '../content/oldSlugs.ts';
import { previewOf } from '../content/previews.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { type Db, generic } from '../database/tables.ts';
import { asProgram } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { pickFields } from '../engine/onlyDeclared.ts';
import { withDescendants } from '../engine/tree.ts';
import { shownColumns } from './siteTree.ts';

type Row = Record<string, unknown> & { id: number; sort: number; col_id: number };

const entityOf = (model: string | undefined) =>
  siteEntities.find(({ name }) => name === model) as unknown as Entity | undefined;

/** The columns of a list; all have one public model. */
async function publicColumns(db: Db, { col_id, model }: { col_id?: number | null; model?: string }) {
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
const published = (db: Db, entity: Entity, columns: number[]) =>
  generic(db)
    .selectFrom(entity.name)
    .where('deleted_at', 'is', null)
    .where('col_id', 'in', columns)
    .where(isPublished(db, entity));

export async function siteList(
  db: Db,
  { model, col_id, ...wanted }: Params<typeof siteContents>,
): Promise<{ data: Record<string, unknown>[]; total: number }> {
  const { entity, ids: columns } = await publicColumns(db, { model, col_id });
  if (columns.length === 0) return { data: [], total: 0 };
  const { sort = 'sort', order = sort === 'sort' ? 'asc' : 'desc' } = wanted;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null));
  const query = { ...given, sort, order, col_id: columns, state: 'published', isPublic: true };
  const { data, total } = await lifecycle.list(asProgram(db), entity, query);
  const fields = siteContentFields({ heavy: false }, [entity]);
  return { data: data.map((row) => pickFields(fields, row) as Record<string, unknown>), total };
}

/** With its neighbours in its column. @throws CallError `not_found`, also if it exists but is not published */
export async function siteRecord(
  db: Db,
  { model, id, col_id, slug }: { model?: string; id?: number | null; col_id?: number | null; slug?: string },
) {
  if (!id && !col_id) throw new InvalidInput({ id: { key: 'field_required' } });
  if (id && !model) throw new InvalidInput({ model: { key: 'field_required' } });
  const isNamed = !id && Boolean(slug);
  const columnsOf = (of: Parameters<typeof publicColumns>[1]) => publicColumns(db, of);
  const named = isNamed ? await columnsOf({ col_id }) : undefined;
  const { entity, ids: columns } = await columnsOf(
    id ? { model } : named ? { model: named.entity.name } : { col_id, model: 'single' },
  );
  const hasNoSlugs = isNamed && !('slug' in entity.fields);
  if (columns.length === 0 || hasNoSlugs) throw new CallError('not_found');
  const inColumn = columns.filter((column) => column === col_id);
  const find = async (within: number[], by: Record<string, unknown>) => {
    if (within.length === 0) return undefined;
    let found = published(db, entity, within).select('id');
    for (const [name, value] of Object.entries(by)) found = found.where(name, '=', value);
    // SQLite uses the partial index only where the query says so literally.
    if ('slug' in by) found = found.where(sql<boolean>`slug <> ''`);
    return (await found.executeTakeFirst()) as { id: number } | undefined;
  };
  const present = await find(id ? columns : inColumn, id ? { id } : isNamed ? { slug } : {});
  const former = isNamed && !present ? await recordOfOldSlug(db, entity.name, Number(col_id), String(slug)) : undefined;
  const shown = former === undefined ? present : await find(columns, { id: former });
  const row = shown && ((await lifecycle.read(asProgram(db), entity, Number(shown.id))) as unknown as Row | undefined);
  if (!row) throw new CallError('not_found');
  const [prev, next] = await Promise.all([neighbour(db, entity, row, 'prev'), neighbour(db, entity, row, 'next')]);
  const beside = {
    is_moved: former === undefined ? 0 : 1,
    prev_id: prev?.id ?? null,
    prev_title: prev?.title ?? '',
    next_id: next?.id ?? null,
    next_title: next?.title ?? '',
  };
  const shownFields = pickFields(siteContentFields({ heavy: true }, [entity]), row) as Record<string, unknown>;
  return { entity, id: row.id, record: { ...shownFields, ...beside } };
}

/** @throws CallError `not_found` if the token opens no preview */
export async function sitePreview(db: Db, token: string) {
  const found = await previewOf(db, token);
  if (!found) throw new CallError('not_found');
  const { entity, row } = found;
  const shown = pickFields(siteContentFields({ heavy: true }, [entity]), row) as Record<string, unknown>;
  return { ...shown, is_moved: 0, prev_id: null, prev_title: '', next_id: null, next_title: '' };
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
