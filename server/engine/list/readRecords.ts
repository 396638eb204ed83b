import { type Entity, type Row, times } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { oncePer } from '../../../contract/oncePer.ts';
import { CallError, type FieldErrors, InvalidInput } from '../../core/errors.ts';
import { createYield } from '../../core/turns.ts';
import { fromStored, isStored } from '../../database/storage.ts';
import { type Row as AnyRow, type Db, generic } from '../../database/tables.ts';
import type { Caller } from '../callContext.ts';
import { featuresOf } from '../hooks.ts';
import { hiddenFields } from '../withinLimits.ts';
import { bytesOfRecords, partsByBytes } from '../write/partsByBytes.ts';
import { type ListPlan, planOf } from './plan.ts';
import type { ListQuery, Window } from './queryFilter.ts';
import { rowsOfPlan } from './rows.ts';
import { totalOf } from './totals.ts';

const defaultLimit = 10;

export async function list<E extends Entity>(
  caller: Caller,
  entity: E,
  query: ListQuery,
): Promise<{ data: Row<E>[]; total: number }> {
  assertDeclared(entity, query);
  const limit = query.limit ?? defaultLimit;
  const window = {
    limit: query.ids?.length ? query.ids.length : limit,
    offset: query.ids?.length ? 0 : ((query.page ?? 1) - 1) * limit,
    heavy: query.ids?.length === 1,
  };
  const isInParts = window.limit > maxRecordsAtOnce && hasLongValues(entity);
  const plan = planOf(caller, entity, query);
  const rows = await (isInParts ? rowsInParts : listedRows)(caller, plan, window);
  return { data: rows as unknown as Row<E>[], total: await totalOf(plan) };
}

/** So many records of the longest kind are read at once without others having to wait for long. */
const maxRecordsAtOnce = 20;
/** How many stored bytes a page may have, and how many of them are read at once. */
const maxBytes = { page: 8 * 1024 * 1024, part: 1024 * 1024 };
/** A parameter's value that is longer is heavy, like a content's body, and left out of lists. In characters of JSON. */
const longestListedParam = 1000;

const longKinds: readonly Kind[] = ['images', 'files', 'items', 'params', 'json'];
const hasLongValues = oncePer(({ fields }: Entity) =>
  Object.values(fields).some((field) => isStored(field) && !field.heavy && longKinds.includes(field.kind)),
);

function dropLongParams(row: AnyRow): void {
  if (!row.params) return;
  const short = Object.entries(row.params).filter(([, value]) => JSON.stringify(value).length <= longestListedParam);
  row.params = Object.fromEntries(short);
}

/** The records of a list, without long values of parameters. */
async function listedRows(caller: Caller, plan: ListPlan, window: Window): Promise<AnyRow[]> {
  const rows = await readableRows(caller, plan, window);
  if (!window.heavy) for (const row of rows) dropLongParams(row);
  return rows;
}

/** Reads a page of any number of records, a few at a time. @throws CallError `page_large` */
async function rowsInParts(caller: Caller, plan: ListPlan, window: Window): Promise<AnyRow[]> {
  const { entity } = plan;
  const listed = await rowsOfPlan(plan, { ...window, onlyIds: true });
  const ids = listed.map(({ id }) => Number(id));
  const bytes = await bytesOfRecords(caller.db, entity, ids, { heavy: false });
  const sizeOf = (id: number) => bytes.get(id) ?? 0;
  assertFitsPage(ids.map(sizeOf));
  const yieldToOthers = createYield(caller.db);
  const rows: AnyRow[] = [];
  for (const part of partsByBytes(ids, sizeOf, maxBytes.part)) {
    await yieldToOthers();
    const found = await listedRows(caller, planOf(caller, entity, { ids: part }), { heavy: false });
    const byId = new Map(found.map((row) => [row.id, row]));
    rows.push(...part.flatMap((id) => byId.get(id) ?? []));
  }
  return rows;
}

/** @throws CallError `page_large`, whose `data.limit` is the number of records that fit */
function assertFitsPage(sizes: readonly number[]): void {
  let left = maxBytes.page;
  for (const [limit, size] of sizes.entries()) {
    left -= size;
    if (left < 0) throw new CallError('page_large', { limit }, { limit });
  }
}

const listParameters = new Set(['page', 'limit', 'sort', 'order', 'ids', 'searchKey', 'isPublic']);
const datedParameters = new Set(Object.keys(times));

/** Refuses filters that another entity sharing the call declares but this one does not. They are never ignored silently. */
function assertDeclared(entity: Entity, query: ListQuery): void {
  const errors: FieldErrors = {};
  for (const name of Object.keys(query)) {
    if (listParameters.has(name) || (entity.dated && datedParameters.has(name))) continue;
    if (!entity.fields[name]?.filter) errors[name] = { key: 'field_unknown' };
  }
  if (query.sort && query.sort !== 'id' && !entity.fields[query.sort]?.sortable) errors.sort = { key: 'field_choice' };
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

export async function read<E extends Entity>(caller: Caller, entity: E, id: number): Promise<Row<E> | undefined> {
  const [row] = await rowsOf(caller, entity, { ids: [id] }, { heavy: true });
  return row;
}

export function readAll<E extends Entity>(caller: Caller, entity: E, query: ListQuery = {}): Promise<Row<E>[]> {
  return rowsOf(caller, entity, query, { heavy: false });
}

/** The caller's records, without the fields that its role hides. */
export async function rowsOf<E extends Entity>(
  caller: Caller,
  entity: E,
  query: ListQuery,
  window: Window,
): Promise<Row<E>[]> {
  const rows = await readableRows(caller, planOf(caller, entity, query), window);
  return rows as unknown as Row<E>[];
}

async function readableRows(caller: Caller, plan: ListPlan, window: Window): Promise<AnyRow[]> {
  const { entity } = plan;
  const rows = await decodedRows(plan, window);
  for (const { name, readable } of featuresOf(entity)) {
    if (!readable) continue;
    await readable(caller, entity, rows);
    for (const row of rows) assertDeclaredFields(name, entity, row);
  }
  const hidden = hiddenFields(caller, entity);
  for (const row of rows) for (const name of hidden) delete row[name];
  return rows;
}

/** @throws Error for a field that a feature added and the contract does not know, because nobody's role could hide it */
function assertDeclaredFields(feature: string, { name, fields }: Entity, row: AnyRow): void {
  const undeclared = Object.keys(row).find((field) => field !== 'id' && !fields[field]);
  if (undeclared) throw new Error(`feature ${feature} adds ${name}.${undeclared}, which is no field`);
}

/** The caller's records with all their fields. */
export async function wholeRows<E extends Entity>(
  caller: Caller,
  entity: E,
  query: ListQuery,
  window: Window,
): Promise<Row<E>[]> {
  const rows = await decodedRows(planOf(caller, entity, query), window);
  return rows as unknown as Row<E>[];
}

async function decodedRows(plan: ListPlan, window: Window): Promise<AnyRow[]> {
  const { db, entity } = plan;
  const rows = await rowsOfPlan(plan, window);
  const stored = Object.keys(entity.fields).filter((name) => rows[0] && name in rows[0]);
  for (const row of rows) {
    for (const name of stored) row[name] = fromStored(entity.fields[name] as Field, row[name]);
  }
  await readRefs(db, entity, rows);
  return rows;
}

export const refsOf = (entity: Entity) =>
  Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind === 'refs');

export async function readRefs(db: Db, entity: Entity, rows: AnyRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const name of refsOf(entity)) {
    const pairs = await generic(db)
      .selectFrom(`${entity.name}_${name}`)
      .select(['owner_id', 'ref_id'])
      .where(
        'owner_id',
        'in',
        rows.map((row) => row.id),
      )
      .orderBy('ref_id')
      .execute();
    const byOwner = Map.groupBy(pairs, (pair) => pair.owner_id);
    for (const row of rows) row[name] = (byOwner.get(row.id) ?? []).map((pair) => pair.ref_id);
  }
}
