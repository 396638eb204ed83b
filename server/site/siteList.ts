import { sql } from 'kysely';
import { siteContentFields } from '../../contract/calls/siteContent.ts';
import type { Entity } from '../../contract/entity.ts';
import { InvalidInput } from '../core/errors.ts';
import { cachedTotal } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import * as crud from '../engine/crud.ts';
import { pickFields } from '../engine/onlyDeclared.ts';
import { selectRows, total } from '../engine/query.ts';
import { likeText, queryFilterOf } from '../engine/queryFilter.ts';
import { outsideTimes, placeOf, published } from './siteContents.ts';

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

const nothing = { data: [], total: 0 };
const defaultLimit = 10;
const fewMatches = 500;
const countedUpTo = 10_000;

/** A page of public records without their texts. */
export async function siteList(db: Db, wanted: Wanted): Promise<{ data: Record<string, unknown>[]; total: number }> {
  const { entity, ids: columns } = await placeOf(db, wanted);
  if (columns.length === 0) return nothing;
  const { sort = 'sort', order = sort === 'sort' ? 'asc' : 'desc' } = wanted;
  const limit = wanted.limit ?? defaultLimit;
  const of = (records: typeof published) =>
    searched(db, entity, narrow(records(db, entity, columns), entity, wanted), wanted.searchKey);
  const all = await totalOf(db, entity, columns, wanted, of);
  let page = (await of(published)).select('id').orderBy(sort, order === 'desc' ? 'desc' : 'asc');
  if (sort !== 'id') page = page.orderBy('id', 'desc');
  const found = await page
    .limit(limit)
    .offset(((wanted.page ?? 1) - 1) * limit)
    .execute();
  const ids = found.map(({ id }) => Number(id));
  if (ids.length === 0) return { data: [], total: all };
  const rows = new Map((await crud.readAll(db, entity, { ids })).map((row) => [row.id, row]));
  const fields = siteContentFields({ heavy: false }, [entity]);
  const shown = ids.flatMap((id) => rows.get(id) ?? []).map((row) => pickFields(fields, row));
  return { data: shown as Record<string, unknown>[], total: all };
}

/**
 * How many records are published now. For very many it is the known total with that status, minus the few outside their
 * times.
 */
async function totalOf(
  db: Db,
  entity: Entity,
  columns: number[],
  { page: _page, limit: _limit, model: _model, sort: _sort, order: _order, ...filters }: Wanted,
  of: (records: typeof published) => Promise<ReturnType<typeof published>>,
): Promise<number> {
  const most = await total(db, entity, { ...filters, status: 1, col_id: columns });
  const isMany = most > countedUpTo && (!filters.searchKey || searchesPublicAlone(entity));
  // States change with time and without a write, so a total is at most a minute old.
  const key = `site ${JSON.stringify([columns, filters, isMany, Math.floor(Date.now() / 60_000)])}`;
  const counted = await cachedTotal(db, { entity: entity.name, key, mayLag: true }, async () => {
    const counted = await of(isMany ? outsideTimes : published);
    const { n } = await counted.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
    return Number(n);
  });
  return isMany ? most - counted : counted;
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

const searchedFields = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]?.search);
const searchesPublicAlone = (entity: Entity) => searchedFields(entity).every((name) => entity.fields[name]?.public);

/**
 * The rows of a search: if there are few matches, from the search index; otherwise along the order, comparing the texts.
 * The index contains all that the console searches. If some of that is not public, the public texts must contain the
 * words as well.
 */
async function searched(db: Db, entity: Entity, query: ReturnType<typeof published>, searchKey: string | undefined) {
  const { words } = queryFilterOf(entity, { searchKey });
  if (words.length === 0) return query;
  const isFew = (await total(db, entity, { searchKey })) <= fewMatches;
  const ids = isFew ? (await selectRows(db, entity, { searchKey }, { heavy: false })).map(({ id }) => Number(id)) : [];
  const found = isFew ? query.where('id', 'in', ids.length > 0 ? ids : [0]) : query;
  if (isFew && searchesPublicAlone(entity)) return found;
  const names = searchedFields(entity).filter((name) => entity.fields[name]?.public);
  return words.reduce((narrowed, word) => {
    const holds = names.map((name) => sql`lower(${sql.ref(name)}) like ${`%${likeText(word)}%`} escape '\\'`);
    return narrowed.where(sql<boolean>`(${sql.join(holds, sql` or `)})`);
  }, found);
}
