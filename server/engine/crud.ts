import type { Entity, Row } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { newRecordStamps } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { isStored, toStored } from '../database/storage.ts';
import { type Row as AnyRow, type Db, generic, locking } from '../database/tables.ts';
import type { Caller, UnitOfWork } from './callContext.ts';
import { checkDraft } from './checks.ts';
import { assertStillMatches, findReferences } from './findReferences.ts';
import { lastVisibleEdit } from './lastEdit.ts';
import { rememberSlug } from './oldSlugs.ts';
import { refsOf, wholeRows } from './list/readRecords.ts';
import { addRefTitles } from './list/refTitles.ts';
import { numberSlugs, slugsIfFree } from './uniqueValues.ts';
import {
  addOwnColumn,
  assertNothingHidden,
  assertWithinColumns,
  assertWritable,
  isSame,
  withoutHidden,
} from './withinLimits.ts';
import { settleWrite } from './workingCopies.ts';

export { total as count } from './list/totals.ts';
export { list, read, readAll, readRefs, refsOf, rowsOf } from './list/readRecords.ts';

type Values = Record<string, unknown>;

/** @throws InvalidInput with every refused field */
export async function create(context: UnitOfWork, entity: Entity, draft: Values): Promise<{ id: number }> {
  const { db } = context;
  const now = toIsoSeconds(new Date());
  assertNothingHidden(context, entity, draft, null);
  const whole = { ...draft, ...defaultsOf(entity, draft, now) };
  assertWithinColumns(context, entity, whole, null);
  const values = await checkDraft(context, entity, whole, null);
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
    const by = await lastVisibleEdit(context, entity, { id, since: String(before.update_time) });
    throw new CallError('stale', {}, { current, by });
  }

  assertNothingHidden(context, entity, sent, before);
  assertWithinColumns(context, entity, sent, before);
  const values = await checkDraft(context, entity, changes, before);
  assertWritable(context, entity, { sent, values, before });
  const { per } = entity.maxRecords ?? {};
  if (per && per in values && !isSame(values[per], before[per])) await assertRoom(db, entity, values);
  const changed = Object.keys(values).filter((name) => !isSame(values[name], before[name]));
  await assertStillMatches(db, entity, before, changed);
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
