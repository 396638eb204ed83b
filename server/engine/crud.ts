import { column } from '../../contract/entities/column.ts';
import { type Entity, type Row, times } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type Kind, toIsoSeconds } from '../../contract/kinds.ts';
import { oncePer } from '../../contract/oncePer.ts';
import { isOwned } from '../../contract/roleLimits.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { newRecordStamps } from '../core/clock.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { fromStored, isStored, toStored } from '../database/storage.ts';
import { type Row as AnyRow, type Db, generic, locking } from '../database/tables.ts';
import type { Caller, UnitOfWork } from './callContext.ts';
import { checkDraft, numberSlugs, slugsIfFree } from './checks.ts';
import { contentEntities } from './computed.ts';
import { findReferences } from './findReferences.ts';
import { lastEdit } from './lastEdit.ts';
import { rememberSlug } from './oldSlugs.ts';
import { bytesOfRecords, partsByBytes } from './partsByBytes.ts';
import { type ListQuery, selectRows, total } from './query.ts';
import type { Window } from './queryFilter.ts';
import { addRefTitles } from './refTitles.ts';
import { createYield } from './runEachInSavepoint.ts';
import {
  addOwnColumn,
  assertNothingHidden,
  assertWritable,
  hiddenFields,
  isSame,
  withoutHidden,
} from './withinLimits.ts';
import { settleWrite } from './workingCopies.ts';

export { total as count } from './query.ts';

type Values = Record<string, unknown>;

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
  const isInParts = window.limit > mostAtOnce && hasLongValues(entity);
  const rows = await (isInParts ? rowsInParts : rowsOf)(caller, entity, query, window);
  if (!window.heavy) for (const row of rows) dropLongParams(row as unknown as AnyRow);
  return { data: rows, total: await total(caller, entity, query) };
}

/** So many records of the longest kind are read at once without others having to wait for long. */
const mostAtOnce = 20;
/** Of a page, and of what is read of it at once, in bytes as they are stored. */
const mostBytes = { page: 8 * 1024 * 1024, part: 1024 * 1024 };
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

/** A page of any number of records, read a few at a time. @throws CallError `page_large` */
async function rowsInParts<E extends Entity>(
  caller: Caller,
  entity: E,
  query: ListQuery,
  window: Window,
): Promise<Row<E>[]> {
  const listed = await selectRows(caller, entity, query, { ...window, onlyIds: true });
  const ids = listed.map(({ id }) => Number(id));
  const bytes = await bytesOfRecords(caller.db, entity, ids, { heavy: false });
  const sizeOf = (id: number) => bytes.get(id) ?? 0;
  assertPage(ids.map(sizeOf));
  const yieldToOthers = createYield();
  const rows: Row<E>[] = [];
  for (const part of partsByBytes(ids, sizeOf, mostBytes.part)) {
    await yieldToOthers();
    const found = await rowsOf(caller, entity, { ids: part }, { heavy: false });
    const byId = new Map(found.map((row) => [row.id, row]));
    for (const row of part.flatMap((id) => byId.get(id) ?? [])) {
      dropLongParams(row as unknown as AnyRow);
      rows.push(row);
    }
  }
  return rows;
}

function assertPage(sizes: readonly number[]): void {
  let left = mostBytes.page;
  for (const [limit, size] of sizes.entries()) {
    left -= size;
    if (left < 0) throw new CallError('page_large', { limit });
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
  const rows = await wholeRows(caller, entity, query, window);
  if (entity.name === column.name) await countOwn(caller, rows as unknown as AnyRow[]);
  const hidden = hiddenFields(caller, entity);
  for (const row of rows as Values[]) for (const name of hidden) delete row[name];
  return rows;
}

/** The caller's records with all their fields. */
async function wholeRows<E extends Entity>(
  caller: Caller,
  entity: E,
  query: ListQuery,
  window: Window,
): Promise<Row<E>[]> {
  const found = await selectRows(caller, entity, query, window);
  const readable = Object.keys(entity.fields).filter((name) => found[0] && name in found[0]);
  for (const row of found) {
    for (const name of readable) row[name] = fromStored(entity.fields[name] as Field, row[name]);
  }
  await readRefs(caller.db, entity, found);
  return found as unknown as Row<E>[];
}

/** A column's total counts what its list shows. */
async function countOwn({ db, admin }: Caller, rows: AnyRow[]): Promise<void> {
  const owner = admin?.limits?.owner;
  if (!owner || rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const row of rows) if (contentEntities.some((each) => each.model === row.model && isOwned(each))) row.total = 0;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { name } of contentEntities.filter(
    (each) => isOwned(each) && rows.some((row) => row.model === each.model),
  )) {
    const counts = await generic(db)
      .selectFrom(name)
      .select((select) => ['col_id', select.fn.countAll<number>().as('n')])
      .where('admin_id', '=', owner)
      .where('deleted_at', 'is', null)
      .where('col_id', 'in', ids)
      .groupBy('col_id')
      .execute();
    for (const { col_id, n } of counts) Object.assign(byId.get(Number(col_id)) ?? {}, { total: Number(n) });
  }
}

/** @throws InvalidInput with every refused field */
export async function create(context: UnitOfWork, entity: Entity, draft: Values): Promise<{ id: number }> {
  const { db } = context;
  const now = toIsoSeconds(new Date());
  assertNothingHidden(context, entity, draft, null);
  const whole = { ...draft, ...defaultsOf(entity, draft, now) };
  const values = await checkDraft(db, entity, whole, null);
  assertWritable(context, entity, { sent: draft, values, before: null });
  await assertRoom(db, entity, values);
  const made = 'admin_id' in entity.fields && { admin_id: context.admin?.id ?? null };
  const slugs = slugsIfFree(db, entity, draft, values);
  const inserted = await generic(db)
    .insertInto(entity.name)
    .values({ ...columnsOf(entity, values), ...slugs, ...made, ...newRecordStamps(now) })
    .returning(['id', ...Object.keys(slugs)])
    .executeTakeFirstOrThrow();
  const id = Number(inserted.id);
  await numberSlugs(db, entity, inserted, values);
  await writeRefs(db, entity, id, values);
  await bumpVersion(db, entity.name);
  addOwnColumn(context, entity, id);
  context.note({
    target: entity.name,
    target_id: id,
    after: shown(entity, values),
    version: { event: 'create', isPublished: hasPublishedStatus(entity, values) },
  });
  if (entity.fields.state)
    await settleWrite(context, entity, id, { sent: [], changed: [], before: null, after: values });
  return { id };
}

/** @throws InvalidInput if there are as many such records as there may be (`maxRecords`) */
async function assertRoom(db: Db, { name, label, maxRecords, recycle }: Entity, values: Values): Promise<void> {
  if (!maxRecords) return;
  const { count, per } = maxRecords;
  let others = generic(db)
    .selectFrom(name)
    .select((select) => select.fn.countAll<number>().as('n'));
  if (per) others = others.where(per, '=', values[per] ?? 0);
  if (recycle) others = others.where('deleted_at', 'is', null);
  const { n } = await others.executeTakeFirstOrThrow();
  if (Number(n) >= count) throw new InvalidInput({ [per ?? label]: { key: 'records_full', values: { limit: count } } });
}

/** @throws CallError `stale` (the record has another version), with `data.current`; `not_found`; InvalidInput */
export async function update(
  context: UnitOfWork,
  entity: Entity,
  id: number,
  { version: expected, ...changes }: Values,
): Promise<{ id: number; version: number }> {
  const { db } = context;
  const before = (await lock(context, entity, id)) as AnyRow;
  const sent = { ...changes };
  Object.assign(changes, unfitting(entity, changes, before));
  if (expected !== undefined && expected !== null && expected !== before.version) {
    const current = withoutHidden(context, entity, before);
    await addRefTitles(db, entity, [current]);
    const by = await lastEdit(db, entity.name, { id, since: String(before.update_time) });
    throw new CallError('stale', {}, { current, by });
  }

  assertNothingHidden(context, entity, sent, before);
  const values = await checkDraft(db, entity, changes, before);
  assertWritable(context, entity, { sent, values, before });
  const { per } = entity.maxRecords ?? {};
  if (per && per in values && !isSame(values[per], before[per])) await assertRoom(db, entity, values);
  const changed = Object.keys(values).filter((name) => !isSame(values[name], before[name]));
  const next = Number(before.version) + 1;
  await generic(db)
    .updateTable(entity.name)
    .set({ ...columnsOf(entity, values), version: next, update_time: toIsoSeconds(new Date()) })
    .where('id', '=', id)
    .execute();
  await writeRefs(db, entity, id, values);
  await rememberSlug(db, entity, before, values);
  await bumpVersion(db, entity.name);
  if (entity.fields.state)
    await settleWrite(context, entity, id, { sent: Object.keys(changes), changed, before, after: values });
  const pick = (from: Values) => shown(entity, Object.fromEntries(changed.map((name) => [name, from[name]])));
  const isLive = hasPublishedStatus(entity, { ...before, ...values });
  const version = { event: 'update', since: String(before.update_time), isPublished: isLive } as const;
  context.note({ target: entity.name, target_id: id, before: pick(before), after: pick(values), version });
  return { id, version: next };
}

export async function remove(context: UnitOfWork, entity: Entity, id: number): Promise<void> {
  const { db } = context;
  const before = (await lock(context, entity, id)) as AnyRow;
  const holds = await findReferences(db, entity, id);
  if (Object.keys(holds).length > 0) throw new CallError('in_use', {}, { holds });
  await (entity.recycle
    ? generic(db)
        .updateTable(entity.name)
        .set({ deleted_at: toIsoSeconds(new Date()) })
        .where('id', '=', id)
        .execute()
    : generic(db).deleteFrom(entity.name).where('id', '=', id).execute());
  await bumpVersion(db, entity.name);
  const version = { event: 'delete', since: String(before.update_time) } as const;
  context.note({ target: entity.name, target_id: id, before: { [entity.label]: before[entity.label] }, version });
}

/** Locks until the transaction ends. @throws CallError `not_found` */
export async function lock<E extends Entity>(caller: Caller, entity: E, id: number): Promise<Row<E>> {
  const { db } = caller;
  await locking(db, generic(db).selectFrom(entity.name).select('id').where('id', '=', id)).execute();
  const [row] = await wholeRows(caller, entity, { ids: [id] }, { heavy: true });
  if (!row) throw new CallError('not_found');
  return row;
}

/** References that the changes would break (`match`). They are cleared; a firm one is checked again. */
function unfitting(entity: Entity, changes: Values, before: AnyRow): Values {
  const isMoved = (own: string) => own in changes && !isSame(changes[own], before[own]);
  const loose = Object.entries(entity.fields).filter(
    ([name, { match = {} }]) => !(name in changes) && Object.values(match).some(isMoved),
  );
  return Object.fromEntries(loose.map(([name, { firm }]) => [name, firm ? before[name] : null]));
}

/** Now, or the field's upper limit if that is earlier. */
function nowFor({ fields }: Entity, name: string, draft: Values, now: string): string {
  const end = Object.keys(fields).find((other) => fields[other]?.atLeast === name);
  const latest = end && draft[end];
  return typeof latest === 'string' && latest !== '' && latest < now ? latest : now;
}

function defaultsOf(entity: Entity, draft: Values, now: string): Values {
  const open = Object.entries(entity.fields).filter(
    ([name, field]) => field.default !== undefined && (draft[name] ?? null) === null,
  );
  return Object.fromEntries(
    open.map(([name, field]) => [name, field.default === 'now' ? nowFor(entity, name, draft, now) : field.default]),
  );
}

function columnsOf(entity: Entity, values: Values): Values {
  const columns = Object.entries(values).flatMap(([name, value]) => {
    const field = entity.fields[name];
    return field && isStored(field) ? [[name, toStored(field, value)]] : [];
  });
  return Object.fromEntries(columns);
}

/** Of contents: whether the public sees the record, now or at a time of its own. */
export const hasPublishedStatus = ({ fields }: Entity, { status }: Values) => Boolean(fields.state) && status === 1;

function shown(entity: Entity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, entity.fields[name]?.writeOnly ? maskedValue : value]),
  );
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

export async function writeRefs(db: Db, entity: Entity, id: number, values: Values): Promise<void> {
  for (const name of refsOf(entity).filter((field) => field in values)) {
    const table = `${entity.name}_${name}`;
    await generic(db).deleteFrom(table).where('owner_id', '=', id).execute();
    const wanted = [...new Set(values[name] as number[])];
    if (wanted.length === 0) continue;
    await generic(db)
      .insertInto(table)
      .values(wanted.map((ref_id) => ({ owner_id: id, ref_id })))
      .execute();
  }
}
