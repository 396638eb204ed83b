/**
 * The life of a record, whatever entity it is of and whatever way a call came by: a form, a row, a bulk call, a CSV file, a
 * restored version, an undone batch, a schedule, a program.
 *
 * A read (list/readRecords.ts):
 *   1. limits    what the caller's role leaves of what is asked becomes one plan (list/plan.ts)
 *   2. rows      the plan becomes SQL, virtual fields by the hooks `derived`
 *   3. readable  the hooks `readable` change the rows; fields that the role hides are taken out
 *
 * A write, in the transaction of its call (write/transaction.ts):
 *   1. lock      the record is locked and read
 *   2. right     the hooks `mayWrite` refuse what this caller may not do to this record
 *   3. version   a save over somebody else's is refused
 *   4. values    the hooks `beforeWrite` and the fields' defaults add to what was sent
 *   5. check     the role's limits, the hooks `check`, each field by its kind
 *   6. store     the row and its references; the entity's data version grows
 *   7. after     the hooks `afterWrite`
 *   8. note      what changed. At the end of the transaction each record gets one version, then the operation log its rows
 *
 * A record that is restored from the recycle bin: recycle/restore.ts asks the hooks of steps 2 and 5 for it, not for what was deleted
 * with it. Many records that one statement writes alike: write/writeMany.ts. Commands that bring in whole databases write their rows
 * as they are.
 */

import type { Entity, Row } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { newRecordStamps } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { isStored, toStored } from '../database/storage.ts';
import { type Row as AnyRow, type Db, generic, locking } from '../database/tables.ts';
import type { Caller, UnitOfWork } from './callContext.ts';
import { featuresOf, type StoredWrite, type Write } from './hooks.ts';
import { refsOf, wholeRows } from './list/readRecords.ts';
import { addRefTitles } from './list/refTitles.ts';
import { hasPublishedStatus } from './list/timedState.ts';
import { assertNothingHidden, assertWithinColumns, assertWritable, isSame, withoutHidden } from './withinLimits.ts';
import { checkDraft } from './write/checkDraft.ts';
import { assertStillMatches, findReferences } from './write/findReferences.ts';
import { lastVisibleEdit } from './write/lastEdit.ts';
import { numberSlugs, slugsIfFree } from './write/uniqueValues.ts';

export { list, read, readAll, readRefs, refsOf, rowsOf } from './list/readRecords.ts';
export { total as count } from './list/totals.ts';

type Values = Record<string, unknown>;

/** @throws InvalidInput with every refused field; what the hooks throw */
export async function create(context: UnitOfWork, entity: Entity, sent: Values): Promise<{ id: number }> {
  const write = { event: 'create', entity, before: null, sent } as const;
  await assertMayWrite(context, write);
  const now = toIsoSeconds(new Date());
  const draft = { ...sent, ...(await addedValues(context, write)) };
  const values = await check(context, write, { ...draft, ...defaultsOf(entity, draft, now) });
  const id = await insert(context, entity, { draft, values, now });
  await afterWrite(context, { ...write, id, values, changed: Object.keys(values) });
  context.note({
    target: entity.name,
    target_id: id,
    after: shown(entity, values),
    version: { event: 'create', isPublished: hasPublishedStatus(entity, values) },
  });
  return { id };
}

/** @throws CallError `stale` (the record has another version), with `data.current`; `not_found`; InvalidInput; what the hooks throw */
export async function update(
  context: UnitOfWork,
  entity: Entity,
  id: number,
  { version, ...sent }: Values,
): Promise<{ id: number; version: number }> {
  const before = (await lock(context, entity, id)) as AnyRow;
  const write = { event: 'update', entity, before, sent } as const;
  await assertMayWrite(context, write);
  await assertCurrent(context, entity, before, version);
  const changes = { ...sent, ...(await addedValues(context, write)) };
  const draft = { ...changes, ...unfitting(entity, changes, before) };
  const values = await check(context, write, draft);
  const changed = Object.keys(values).filter((name) => !isSame(values[name], before[name]));
  await assertStillMatches(context.db, entity, before, changed);
  const next = Number(before.version) + 1;
  await store(context.db, entity, id, { ...columnsOf(entity, values), version: next }, values);
  await afterWrite(context, { ...write, sent: draft, id, values, changed });
  const pick = (from: Values) => shown(entity, Object.fromEntries(changed.map((name) => [name, from[name]])));
  const isPublished = hasPublishedStatus(entity, { ...before, ...values });
  context.note({
    target: entity.name,
    target_id: id,
    before: pick(before),
    after: pick(values),
    version: { event: 'update', since: String(before.update_time), isPublished },
  });
  return { id, version: next };
}

/** @throws CallError `in_use` with `data.holds`; `not_found`; what the hooks throw */
export async function remove(context: UnitOfWork, entity: Entity, id: number): Promise<void> {
  const { db } = context;
  const before = (await lock(context, entity, id)) as AnyRow;
  const write = { event: 'delete', entity, before, sent: {} } as const;
  await assertMayWrite(context, write);
  const holds = await findReferences(db, entity, id);
  if (Object.keys(holds).length > 0) throw new CallError('in_use', {}, { holds });
  const deleted_at = toIsoSeconds(new Date());
  await (entity.recycle
    ? generic(db).updateTable(entity.name).set({ deleted_at }).where('id', '=', id).execute()
    : generic(db).deleteFrom(entity.name).where('id', '=', id).execute());
  await bumpVersion(db, entity.name);
  await afterWrite(context, { ...write, id, values: {}, changed: [] });
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

/** The right to a write, whatever way it came by. Statements that write many records alike ask here too. @throws what the hooks throw */
export async function assertMayWrite(context: UnitOfWork, write: Write): Promise<void> {
  if (!context.admin || context.isRightAsked) return;
  for (const { mayWrite } of featuresOf(write.entity)) await mayWrite?.(context, write);
}

async function assertCurrent(context: UnitOfWork, entity: Entity, before: AnyRow, expected: unknown): Promise<void> {
  if (expected === undefined || expected === null || expected === before.version) return;
  const current = withoutHidden(context, entity, before);
  await addRefTitles(context.db, entity, [current]);
  const by = await lastVisibleEdit(context, entity, { id: before.id, since: String(before.update_time) });
  throw new CallError('stale', {}, { current, by });
}

async function addedValues(context: UnitOfWork, write: Write): Promise<Values> {
  const added: Values = {};
  for (const { beforeWrite } of featuresOf(write.entity)) Object.assign(added, await beforeWrite?.(context, write));
  return added;
}

/** @returns the values to store @throws InvalidInput */
async function check(context: UnitOfWork, write: Write, draft: Values): Promise<Values> {
  const { entity, sent } = write;
  const before = write.before as AnyRow | null;
  assertNothingHidden(context, entity, sent, before);
  assertWithinColumns(context, entity, before ? sent : draft, before);
  await checkByFeatures(context, write);
  const values = await checkDraft(context, entity, draft, before);
  assertWritable(context, entity, { sent, values, before });
  await assertRoom(context.db, entity, values, before);
  return values;
}

/** @throws InvalidInput */
export async function checkByFeatures(context: UnitOfWork, write: Write): Promise<void> {
  for (const { check } of featuresOf(write.entity)) await check?.(context, write);
}

async function afterWrite(context: UnitOfWork, write: StoredWrite): Promise<void> {
  for (const feature of featuresOf(write.entity)) await feature.afterWrite?.(context, write);
}

/** @returns the new record's id */
async function insert(
  context: UnitOfWork,
  entity: Entity,
  { draft, values, now }: { draft: Values; values: Values; now: string },
): Promise<number> {
  const { db, admin } = context;
  const slugs = slugsIfFree(db, entity, draft, values);
  const inserted = await generic(db)
    .insertInto(entity.name)
    .values({
      ...columnsOf(entity, values),
      ...slugs,
      ...('admin_id' in entity.fields && { admin_id: admin?.id ?? null }),
      ...newRecordStamps(now),
    })
    .returning(['id', ...Object.keys(slugs)])
    .executeTakeFirstOrThrow();
  const id = Number(inserted.id);
  await numberSlugs(db, entity, inserted, values);
  await writeRefs(db, entity, id, values);
  await bumpVersion(db, entity.name);
  return id;
}

async function store(db: Db, entity: Entity, id: number, columns: Values, values: Values): Promise<void> {
  await generic(db)
    .updateTable(entity.name)
    .set({ ...columns, update_time: toIsoSeconds(new Date()) })
    .where('id', '=', id)
    .execute();
  await writeRefs(db, entity, id, values);
  await bumpVersion(db, entity.name);
}

/** @throws InvalidInput if there are as many such records as there may be (`maxRecords`) */
async function assertRoom(db: Db, entity: Entity, values: Values, before: AnyRow | null): Promise<void> {
  const { name, label, maxRecords, recycle } = entity;
  if (!maxRecords) return;
  const { count, per } = maxRecords;
  const isElsewhere = per && per in values && !isSame(values[per], before?.[per]);
  if (before && !isElsewhere) return;
  let others = generic(db)
    .selectFrom(name)
    .select((select) => select.fn.countAll<number>().as('n'));
  if (per) others = others.where(per, '=', values[per] ?? 0);
  if (recycle) others = others.where('deleted_at', 'is', null);
  const { n } = await others.executeTakeFirstOrThrow();
  if (Number(n) >= count) throw new InvalidInput({ [per ?? label]: { key: 'records_full', values: { limit: count } } });
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

function shown(entity: Entity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, entity.fields[name]?.writeOnly ? maskedValue : value]),
  );
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
