import { sql } from 'kysely';
import { siteContentFields, siteEntities } from '../../contract/calls/siteContent.ts';
import type { Entity } from '../../contract/entity.ts';
import { isLive } from '../computed.ts';
import * as crud from '../crud.ts';
import { keptTotal } from '../database/generation.ts';
import { generic } from '../database/generic.ts';
import type { Db } from '../database/tables.ts';
import { CallError, InvalidInput } from '../errors.ts';
import { likeText, narrowingOf } from '../narrowing.ts';
import { selectRows, total } from '../query.ts';
import { shownColumns } from './siteTree.ts';
import { withDescendants } from './tree.ts';

interface Wanted {
  col_id?: number | null;
  model?: string;
  category_id?: number | null;
  is_top?: 0 | 1;
  is_recommend?: 0 | 1;
  is_hot?: 0 | 1;
  searchKey?: string;
  page?: number | null;
  limit?: number | null;
  sort?: string;
  order?: string;
}
type Row = Record<string, unknown> & { id: number; sort: number; col_id: number };

const nothing = { data: [], total: 0 };
const defaultLimit = 10;
const fewMatches = 500;

const entityOf = (model: string | undefined) =>
  siteEntities.find(({ name }) => name === model) as unknown as Entity | undefined;

/** Which columns a list is of, all of one model that anyone may read. */
async function placeOf(db: Db, { col_id, model }: Pick<Wanted, 'col_id' | 'model'>) {
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

/** The records of a model that anyone may read: of columns that the site shows, published and within their times. */
const published = (db: Db, { name }: Entity, columns: number[]) =>
  generic(db)
    .selectFrom(name)
    .where('deleted_at', 'is', null)
    .where(isLive(db, name, 'publish_time', 'expire_time'))
    .where('col_id', 'in', columns);

/** A page of them without their texts. */
export async function siteList(db: Db, wanted: Wanted): Promise<{ data: Record<string, unknown>[]; total: number }> {
  const { entity, ids: columns } = await placeOf(db, wanted);
  if (columns.length === 0) return nothing;
  const { sort = 'sort', order = sort === 'sort' ? 'asc' : 'desc' } = wanted;
  const limit = wanted.limit ?? defaultLimit;
  const narrowed = await searched(db, entity, narrow(published(db, entity, columns), entity, wanted), wanted.searchKey);
  // Times pass without a write, so a total is as old as the minute at most.
  const key = JSON.stringify([columns, { ...wanted, page: 0, limit: 0 }, Math.floor(Date.now() / 60_000)]);
  const kept = { entity: entity.name, key: `site ${key}`, mayLag: true };
  const all = await keptTotal(db, kept, async () => {
    const { n } = await narrowed.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
    return Number(n);
  });
  let page = narrowed.select('id').orderBy(sort, order === 'desc' ? 'desc' : 'asc');
  if (sort !== 'id') page = page.orderBy('id', 'desc');
  const found = await page
    .limit(limit)
    .offset(((wanted.page ?? 1) - 1) * limit)
    .execute();
  const ids = found.map(({ id }) => Number(id));
  if (ids.length === 0) return { data: [], total: all };
  const rows = new Map((await crud.readAll(db, entity, { ids })).map((row) => [row.id, row]));
  const fields = Object.keys(siteContentFields({ heavy: false }, [entity]));
  return { data: ids.flatMap((id) => rows.get(id) ?? []).map((row) => pick(row, fields)), total: all };
}

function narrow(query: ReturnType<typeof published>, entity: Entity, wanted: Wanted) {
  let narrowed = query;
  for (const name of ['category_id', 'is_top', 'is_recommend', 'is_hot'] as const) {
    const value = wanted[name];
    if (value === undefined || value === null) continue;
    if (!entity.fields[name]) throw new InvalidInput({ [name]: { key: 'field_unknown' } });
    narrowed = narrowed.where(name, '=', value);
  }
  return narrowed;
}

/** The few that the search index finds, or those along the order whose texts hold each word. */
async function searched(db: Db, entity: Entity, query: ReturnType<typeof published>, searchKey: string | undefined) {
  const { words } = narrowingOf(entity, { searchKey });
  if (words.length === 0) return query;
  if ((await total(db, entity, { searchKey })) <= fewMatches) {
    const ids = (await selectRows(db, entity, { searchKey }, { heavy: false })).map(({ id }) => Number(id));
    return query.where('id', 'in', ids.length > 0 ? ids : [0]);
  }
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.search);
  return words.reduce((narrowed, word) => {
    const holds = names.map((name) => sql`lower(${sql.ref(name)}) like ${`%${likeText(word)}%`} escape '\\'`);
    return narrowed.where(sql<boolean>`(${sql.join(holds, sql` or `)})`);
  }, query);
}

const pick = (row: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/**
 * One record with its text and its neighbours in its column's list.
 * @throws CallError `not_found` also where it is there but not published
 */
export async function siteRecord(
  db: Db,
  { model, id, col_id }: { model?: string; id?: number | null; col_id?: number | null },
) {
  if (!id && !col_id) throw new InvalidInput({ id: { key: 'field_required' } });
  if (id && !model) throw new InvalidInput({ model: { key: 'field_required' } });
  const { entity, ids: columns } = await placeOf(db, id ? { model } : { col_id, model: 'single' });
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
  return {
    entity,
    id: row.id,
    record: { ...pick(row, Object.keys(siteContentFields({ heavy: true }, [entity]))), ...beside },
  };
}

const ways = {
  prev: { sort: '<', id: '>', order: ['desc', 'asc'] },
  next: { sort: '>', id: '<', order: ['asc', 'desc'] },
} as const;

/** The record before or after another in the order of its column's list. */
async function neighbour(db: Db, entity: Entity, { id, sort, col_id }: Row, to: keyof typeof ways) {
  const way = ways[to];
  const found = await published(db, entity, [col_id])
    .where((where) =>
      where.or([where('sort', way.sort, sort), where.and([where('sort', '=', sort), where('id', way.id, id)])]),
    )
    .select(['id', 'title'])
    .orderBy('sort', way.order[0])
    .orderBy('id', way.order[1])
    .limit(1)
    .executeTakeFirst();
  return found && { id: Number(found.id), title: String(found.title) };
}
