import { type Expression, type ExpressionBuilder, type OrderByItemBuilder, type SqlBool, sql } from 'kysely';
import type { Entity } from '../contract/entity.ts';
import type { Field } from '../contract/fields.ts';
import { expressions } from './computed.ts';
import { type AnyTables, generic, type Row } from './database/generic.ts';
import { type Place, prepared } from './database/prepared.ts';
import { toColumn } from './database/storage.ts';
import type { Db } from './database/tables.ts';

/** `page` from 1, `limit`, `sort`, `order`, `ids`, `searchKey`, and filters by field (contract.md section 1). */
export interface ListQuery {
  page?: number | null;
  limit?: number | null;
  sort?: string;
  order?: string;
  ids?: number[];
  searchKey?: string;
  /** Of a log: the times between which, both included. */
  from?: string | null;
  to?: string | null;
  [filter: string]: unknown;
}

/** Which rows of a query are wanted, all of them without a limit, and whether with their heavy fields. */
export interface Window {
  limit?: number;
  offset?: number;
  heavy: boolean;
}

/** What narrows a query: fields that equal a value, fields within a list, and the pattern that texts must hold. */
interface Narrowing {
  equal: Record<string, unknown>;
  within: Record<string, unknown[]>;
  /** Of a log: between which times. */
  times: Partial<Record<keyof typeof bounds, string>>;
  search?: string;
}

const bounds = { from: '>=', to: '<=' } as const;

type Where = ExpressionBuilder<AnyTables, string>;
type Direction = (order: OrderByItemBuilder) => OrderByItemBuilder;
type Prepared = ReturnType<typeof prepared>;

export const isStored = (field: Field) => !field.virtual && field.kind !== 'refs';

/** Runs a list's query; queries that differ in their values alone are built and compiled once. */
export function selectRows(db: Db, entity: Entity, query: ListQuery, window: Window): Promise<Row[]> {
  const narrowing = narrowingOf(entity, query);
  const shape = [entity.name, query.sort, query.order, window.heavy, window.limit !== undefined, shapeOf(narrowing)];
  const run = keptQuery(shape.join(), (on, place) => rowsQuery(on, entity, query, window, place));
  return run(db, { ...valuesOf(narrowing), limit: window.limit, offset: window.offset }) as Promise<Row[]>;
}

/** Counts what a query finds. @returns the count, and a text that tells the query from every other of the entity */
export function countRows(db: Db, entity: Entity, query: ListQuery) {
  const narrowing = narrowingOf(entity, query);
  const values = valuesOf(narrowing);
  const shape = `count,${entity.name},${shapeOf(narrowing)}`;
  const run = keptQuery(shape, (on, place) =>
    generic(on)
      .selectFrom(entity.name)
      .select(sql<number>`count(*)`.as('total'))
      .where((where) => narrowed(where, entity, narrowing, place)),
  );
  const count = async () => Number(((await run(db, values)) as { total: number }[])[0]?.total);
  return { key: shape + JSON.stringify(values), count };
}

/**
 * A list's query as it is compiled. Ids come from an index first and rows after, so that a far page does not read the
 * bodies of those before it.
 */
export function rowsQuery(db: Db, entity: Entity, query: ListQuery, { limit, heavy }: Window, place: Place) {
  const { name, fields } = entity;
  const narrowing = narrowingOf(entity, query);
  const columns = Object.keys(fields).filter((field) => {
    const at = fields[field] as Field;
    return isStored(at) && !at.writeOnly && (heavy || !at.heavy);
  });
  const order = orderOf(entity, query);

  let ids = generic(db)
    .selectFrom(name)
    .select('id')
    .where((where) => narrowed(where, entity, narrowing, place));
  if (limit !== undefined) ids = ids.limit(place('limit')).offset(place('offset'));
  for (const [field, direction] of order) ids = ids.orderBy(field, direction);

  const made = Object.entries(expressions[name] ?? {});
  let rows = generic(db)
    .selectFrom(ids.as('page'))
    .innerJoin(name, `${name}.id`, 'page.id')
    .select(['id', ...columns].map((column) => `${name}.${column}`))
    .select(made.map(([field, expression]) => expression(db).as(field)));
  for (const [field, direction] of order) rows = rows.orderBy(`${name}.${field}`, direction);
  return rows;
}

const kept = new Map<string, Prepared>();
const mostKept = 1000;

function keptQuery(shape: string, build: Parameters<typeof prepared>[0]): Prepared {
  const known = kept.get(shape);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const made = prepared(build);
  kept.set(shape, made);
  return made;
}

function narrowingOf(entity: Entity, query: ListQuery): Narrowing {
  const narrowing: Narrowing = { equal: {}, within: {}, times: {} };
  if (query.ids?.length) narrowing.within.id = query.ids;
  for (const [name, wanted] of Object.entries(query)) {
    const field = entity.fields[name];
    if (!field?.filter || wanted === undefined || wanted === null) continue;
    if (Array.isArray(wanted)) narrowing.within[name] = wanted;
    else narrowing.equal[name] = toColumn(field, wanted);
  }
  if (entity.isLog && query.from) narrowing.times.from = query.from;
  if (entity.isLog && query.to) narrowing.times.to = query.to;
  if (query.searchKey) narrowing.search = `%${likeText(query.searchKey)}%`;
  return narrowing;
}

/** As both databases lower a text, ASCII letters alone: SQLite always, PostgreSQL under the "C" collation of our columns. */
export const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A text as a part of a LIKE pattern with `escape '\\'`: its `%` and `_` are literal. */
export const likeText = (text: string) => lowered(text).replace(/[\\%_]/g, '\\$&');

const shapeOf = ({ equal, within, times, search }: Narrowing) =>
  [
    ...Object.keys(equal),
    ...Object.entries(within).map(([name, list]) => name + list.length),
    ...Object.keys(times).map((name) => `${name}:`),
    search && '?',
  ].join();

const placeOf = (name: string, at: number) => `${name}.${at}`;

function valuesOf({ equal, within, times, search }: Narrowing): Record<string, unknown> {
  const listed = Object.entries(within).flatMap(([name, list]) => list.map((value, at) => [placeOf(name, at), value]));
  return { ...equal, ...times, ...Object.fromEntries(listed), ...(search !== undefined && { search }) };
}

function narrowed(
  where: Where,
  entity: Entity,
  { equal, within, times, search }: Narrowing,
  place: Place,
): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = Object.keys(equal).map((name) => where(name, '=', place(name)));
  for (const [name, list] of Object.entries(within))
    parts.push(
      where(
        name,
        'in',
        list.map((_, at) => place(placeOf(name, at))),
      ),
    );
  for (const name of Object.keys(times) as (keyof typeof bounds)[])
    parts.push(where('create_time', bounds[name], place(name)));
  if (entity.recycle) parts.push(where('deleted_at', 'is', null));
  if (search !== undefined) {
    const searched = Object.keys(entity.fields).filter((name) => entity.fields[name]?.search);
    const holds = (name: string) => sql<SqlBool>`lower(${sql.ref(name)}) like ${place('search')} escape '\\'`;
    parts.push(where.or(searched.map(holds)));
  }
  return where.and(parts);
}

const directions = {
  asc: (order: OrderByItemBuilder) => order.asc(),
  desc: (order: OrderByItemBuilder) => order.desc(),
};
/** Nothing comes before anything, as SQLite has it; PostgreSQL would have it last. */
const withNone = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};
const numbers = ['int', 'money', 'ref', 'time'];
const mayBeNone = (field: Field | undefined) =>
  field && numbers.includes(field.kind) && !field.required && (field.default === undefined || field.default === 'now');

function orderOf(entity: Entity, query: ListQuery): [string, Direction][] {
  // A log has no order of its own: the newest come first.
  const { sort = entity.isLog ? 'id' : 'sort' } = query;
  const way = (query.order ?? (entity.isLog && !query.sort && 'desc')) === 'desc' ? 'desc' : 'asc';
  const sorted: [string, Direction] = [sort, (mayBeNone(entity.fields[sort]) ? withNone : directions)[way]];
  if (sort === 'id') return [sorted];
  // Among equals by `sort` the entity says which end comes first; by any other field the ids follow it.
  const byId = sort === 'sort' ? (entity.newestFirst ? 'desc' : 'asc') : way;
  return [sorted, ['id', directions[byId]]];
}
