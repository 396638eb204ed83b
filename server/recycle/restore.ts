import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { assertMayWrite } from '../auth/rights.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { uniqueItemFields } from '../database/derived/itemValues.ts';
import { fromStored, isStored } from '../database/storage.ts';
import { type Db, generic, isPostgres, locking, type Row } from '../database/tables.ts';
import type { AppServices, Caller, UnitOfWork } from '../engine/callContext.ts';
import { checkDraft } from '../engine/checks.ts';
import { contentEntities } from '../engine/computed.ts';
import { hasPublishedDeletedWith } from '../engine/contentState.ts';
import { hasPublishedStatus } from '../engine/crud.ts';
import { findItemsOfOthers, findItemTakenSince } from '../engine/itemConflicts.ts';
import { partsOfRecords } from '../engine/partsByBytes.ts';
import { inTreeOrder } from '../engine/tree.ts';
import { type Author, writeVersionsOf } from '../engine/versions.ts';
import { hiddenFields, visibleTitles } from '../engine/withinLimits.ts';
import { stepMs } from '../steps/inSteps.ts';
import type { UndoEntry } from '../steps/undoSteps.ts';
import { belongsBy, entityNamed } from './recycled.ts';

/** With all that was deleted with a column. @throws CallError `not_in_bin`, `publicity_right`; `restore_…` if it no longer fits */
export async function restore(
  context: Author & UnitOfWork & Pick<AppServices, 'database'>,
  entity: Entity,
  id: number,
): Promise<void> {
  const { db } = context;
  if (entity.tree) await oneAtATime(db, `${entity.name} tree`);
  const row = await takeDeleted(db, entity, id);
  await assertMayWrite(context, entity.calls.delete, hasPublishedStatus(entity, row) ? entity : undefined);
  await bringBack(context, entity, row);
  if (entity.name !== 'column') return;
  await restoreUnaffected(context, id);
  const rest = await generic(db)
    .selectFrom('column')
    .select(['id', 'pid'])
    .where('deleted_with', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  const yieldToOthers = createYield(db);
  for (const each of inTreeOrder(rest as Row[])) {
    await yieldToOthers();
    await bringBack(context, entity, await takeDeleted(db, entity, each.id));
  }
  for (const content of contentEntities) {
    let isLeft = true;
    while (isLeft) isLeft = await restoreSome(context, content, id, []);
  }
}

const mostAtOnce = 100;

/**
 * Restores, in a few statements, the columns below one that need no check of their own: those without a template and whose URL name no live
 * column has. A thousand that were checked one by one kept other writers waiting for seconds.
 */
async function restoreUnaffected({ db, note }: UnitOfWork, id: number): Promise<void> {
  const yieldToOthers = createYield(db);
  const found = await generic(db)
    .selectFrom('column as own')
    .leftJoin('column as other', (join) =>
      join
        .onRef('other.url_name', '=', 'own.url_name')
        .on('other.url_name', '<>', '')
        .on('other.deleted_at', 'is', null),
    )
    .select(['own.id', 'own.title', 'own.update_time'])
    .where('own.deleted_with', '=', id)
    .where('own.deleted_at', 'is not', null)
    .where('own.list_template', 'is', null)
    .where('own.detail_template', 'is', null)
    .where('other.id', 'is', null)
    .orderBy('own.id')
    .execute();
  for (let at = 0; at < found.length; at += mostAtOnce) {
    await yieldToOthers();
    const part = found.slice(at, at + mostAtOnce);
    const ids = part.map((row) => Number(row.id));
    await generic(db)
      .updateTable('column')
      .set({ deleted_at: null, deleted_with: null, version: sql`version + 1` })
      .where('id', 'in', ids)
      .where('deleted_with', '=', id)
      .execute();
    for (const { id: target_id, title, update_time } of part) {
      const version = { event: 'restore', since: String(update_time), isPublished: false } as const;
      note({ target: 'column', target_id: Number(target_id), after: { title }, version });
    }
  }
  await bumpVersion(db, 'column');
}

/**
 * Restores contents of one entity that were deleted with a column, for about as long as a step may take.
 * @param undo gets what takes it back
 * @returns whether some may be left
 * @throws CallError, InvalidInput as `restore`
 */
export async function restoreSome(
  context: Author & UnitOfWork & Pick<AppServices, 'database'>,
  entity: Entity,
  column: number,
  undo: UndoEntry[],
): Promise<boolean> {
  const { db } = context;
  const { name } = entity;
  const until = performance.now() + stepMs[context.database.kind];
  const yieldToOthers = createYield(db);
  const rows = await generic(db)
    .selectFrom(name)
    .select(['id', 'deleted_at'])
    .where('deleted_with', '=', column)
    .limit(mostAtOnce)
    .execute();
  if (rows.length === 0) return false;
  if (await hasPublishedDeletedWith(db, entity, column)) await assertMayWrite(context, undefined, entity);
  const taken = await findItemTakenSince(context, entity, column);
  if (taken) throw takenMeanwhile(context, entity, taken, `${name}.${taken.field}`);
  const times = new Map(rows.map(({ id, deleted_at }) => [Number(id), deleted_at]));
  const after = { deleted_at: null, deleted_with: null };
  // As in the column's deletion, its contents are no records of a batch of their own.
  const outsideBatch = { ...context, batch: '' };
  for (const part of await partsOfRecords(db, entity, [...times.keys()])) {
    await yieldToOthers();
    const takenSlugs = await withTakenSlugs(db, entity, part);
    const cleared = await movedReferences(db, entity, part);
    const unfit = new Set([...takenSlugs, ...cleared.keys()]);
    const alike = part.filter((id) => !unfit.has(id));
    for (const [deleted_at, ids] of Map.groupBy(alike, (id) => times.get(id))) {
      await writeVersionsOf(db, outsideBatch, entity, ids, { event: 'restore' });
      await generic(db).updateTable(name).set(after).where('id', 'in', ids).execute();
      undo.push({ ids, before: { deleted_at, deleted_with: column }, after, event: 'delete' });
    }
    for (const id of unfit) {
      const row = await takeDeleted(db, entity, id);
      const freeSlug = takenSlugs.has(id) ? await checkDraft(context, entity, { slug: '' }, row) : {};
      const changes = { ...freeSlug, ...cleared.get(id) };
      await writeVersionsOf(db, outsideBatch, entity, [id], { event: 'restore', changes });
      await generic(db)
        .updateTable(name)
        .set({ ...after, ...changes })
        .where('id', '=', id)
        .execute();
      const held = Object.fromEntries(Object.keys(changes).map((field) => [field, row[field]]));
      const before = { ...held, deleted_at: times.get(id), deleted_with: column };
      undo.push({ ids: [id], before, after: { ...after, ...changes }, event: 'delete' });
    }
    await bumpVersion(db, name);
    if (performance.now() > until) return true;
  }
  return rows.length === mostAtOnce;
}

/**
 * Those of the contents whose slug another one of their column has: while a column was deleted in steps, somebody added another of the
 * same title to it.
 */
async function withTakenSlugs(db: Db, { name }: Entity, ids: number[]): Promise<ReadonlySet<number>> {
  const rows = await generic(db)
    .selectFrom(`${name} as own`)
    .leftJoin(`${name} as other`, (join) =>
      join
        .onRef('other.col_id', '=', 'own.col_id')
        .onRef('other.slug', '=', 'own.slug')
        .on('other.slug', '<>', '')
        .on('other.deleted_at', 'is', null),
    )
    .select(['own.id', 'own.col_id', 'own.slug', 'other.id as other'])
    .where('own.id', 'in', ids)
    .orderBy('own.id')
    .execute();
  const seen = new Set<string>();
  const taken = rows.filter(({ col_id, slug, other }) => {
    const key = `${col_id} ${slug}`;
    const isTaken = slug !== '' && (other !== null || seen.has(key));
    seen.add(key);
    return isTaken;
  });
  return new Set(taken.map(({ id }) => Number(id)));
}

/**
 * Empty references, by the content's id, in place of those to a record that no longer matches: a category that was moved to another
 * column meanwhile.
 */
async function movedReferences(
  db: Db,
  { name, fields }: Entity,
  ids: number[],
): Promise<Map<number, Record<string, null>>> {
  const cleared = new Map<number, Record<string, null>>();
  for (const [reference, { kind, entity: target, match = {} }] of Object.entries(fields)) {
    if (kind !== 'ref' || !target) continue;
    // As where a reference is checked (checks.ts): until these contents are back, the target must not stop matching.
    if (isPostgres(db) && Object.keys(match).length > 0)
      await generic(db)
        .selectFrom(target)
        .select('id')
        .where('id', 'in', generic(db).selectFrom(name).select(reference).where('id', 'in', ids))
        .orderBy('id')
        .forShare()
        .execute();
    for (const [theirs, own] of Object.entries(match)) {
      const rows = await generic(db)
        .selectFrom(`${name} as own`)
        .innerJoin(`${target} as other`, 'other.id', `own.${reference}`)
        .select('own.id')
        .where('own.id', 'in', ids)
        .whereRef(`other.${theirs}`, '<>', sql.ref(`own.${own}`))
        .execute();
      for (const { id } of rows) cleared.set(Number(id), { ...cleared.get(Number(id)), [reference]: null });
    }
  }
  return cleared;
}

/** Reads a record in the recycle bin and locks it until the transaction ends. */
export async function takeDeleted(db: Db, entity: Entity, id: number): Promise<Row> {
  const deleted = generic(db)
    .selectFrom(entity.name)
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null);
  const row = await locking(db, deleted).executeTakeFirst();
  if (!row) throw new CallError('not_in_bin');
  for (const [name, field] of Object.entries(entity.fields)) if (name in row) row[name] = fromStored(field, row[name]);
  return row as Row;
}

async function bringBack(context: UnitOfWork, entity: Entity, row: Row): Promise<void> {
  const { db, note } = context;
  const changes = await mended(context, entity, row);
  await assertItemsFree(context, entity, row);
  await assertOnlyPage(db, entity, row);
  await generic(db)
    .updateTable(entity.name)
    .set({
      ...changes,
      deleted_at: null,
      version: Number(row.version) + 1,
      ...('deleted_with' in row && { deleted_with: null }),
    })
    .where('id', '=', row.id)
    .execute();
  await bumpVersion(db, entity.name);
  const version = {
    event: 'restore',
    since: String(row.update_time),
    isPublished: hasPublishedStatus(entity, row),
  } as const;
  note({ target: entity.name, target_id: row.id, after: { [entity.label]: row[entity.label], ...changes }, version });
}

/** What a record needs to be restored: another URL name if its own is taken, no reference that no longer fits. */
async function mended(caller: Caller, entity: Entity, row: Row): Promise<Record<string, unknown>> {
  const { db } = caller;
  const errors = await refusals(caller, entity, row);
  const belongs = belongsBy(entity);
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(errors)) {
    const field = entity.fields[name] as Field;
    if (belongs.includes(name)) throw await homeless(db, field, row[name]);
    if (field.kind === 'slug') Object.assign(changes, await checkDraft(caller, entity, { [name]: '' }, row));
    else if (field.kind === 'ref') changes[name] = null;
    else {
      const [title] = (await visibleTitles(caller, entity, [Number(errors[name]?.values?.id)])).values();
      const values = { value: String(row[name]), title, record: String(row[entity.label]) };
      throw takenMeanwhile(caller, entity, { field: name, ...values });
    }
  }
  return changes;
}

/** Refuses unique values of its items that were taken meanwhile. Duplicates within the record are older than that rule. */
async function assertItemsFree(caller: Caller, entity: Entity, row: Row): Promise<void> {
  for (const list of new Set(uniqueItemFields(entity).map((field) => field.list))) {
    const items = row[list] as Record<string, unknown>[];
    const [taken] = await findItemsOfOthers(caller, entity, list, items, row.id);
    if (!taken) continue;
    throw takenMeanwhile(caller, entity, { ...taken, record: String(row[entity.label]) });
  }
}

/**
 * The refusal that names the record and, as far as the caller may see them, the value and its new owner.
 * @param field such as `mobile` or `skus.0.sku`
 * @param place the field's name in the reply
 */
function takenMeanwhile(
  caller: Caller,
  entity: Entity,
  { field, ...values }: { field: string; value: string; title: string | undefined; record: string },
  place = field,
): CallError | InvalidInput {
  const [name = ''] = field.split('.');
  if (hiddenFields(caller, entity).includes(name))
    return new CallError('restore_taken_hidden', { record: values.record });
  const { title, ...seen } = values;
  if (title === undefined) return new InvalidInput({ [place]: { key: 'field_taken' } }, 'restore_taken_unseen', seen);
  const all = { ...seen, title };
  return new InvalidInput({ [place]: { key: 'restore_value_taken', values: all } }, 'restore_taken', all);
}

/** The errors that saving the record unchanged would give. */
async function refusals(caller: Caller, entity: Entity, row: Row): Promise<FieldErrors> {
  const belongs = belongsBy(entity);
  const checked = Object.entries(entity.fields).filter(
    ([name, field]) => isStored(field) && (belongs.includes(name) || field.match || field.unique),
  );
  const draft = Object.fromEntries(checked.map(([name]) => [name, row[name]]));
  try {
    await checkDraft(caller, withModel(entity), draft, row);
    return {};
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors;
    throw error;
  }
}

function withModel(entity: Entity): Entity {
  const { col_id } = entity.fields;
  if (!entity.model || !col_id) return entity;
  return { ...entity, fields: { ...entity.fields, col_id: { ...col_id, where: { model: entity.model } } } };
}

async function homeless(db: Db, field: Field, id: unknown): Promise<CallError> {
  const owner = entityNamed(field.entity ?? '');
  const found = (await generic(db).selectFrom(owner.name).selectAll().where('id', '=', id).executeTakeFirst()) as
    | Row
    | undefined;
  if (!found) return new CallError('restore_gone');
  const title = String(found[owner.label] ?? '');
  return new CallError(found.deleted_at ? 'restore_first' : 'restore_unfit', { title });
}

async function assertOnlyPage(db: Db, entity: Entity, row: Row): Promise<void> {
  if (entity.model !== 'single') return;
  const other = await db
    .selectFrom('single')
    .select('id')
    .where('col_id', '=', Number(row.col_id))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) throw new CallError('restore_single');
}
