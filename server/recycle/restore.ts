import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { contentEntities } from '../../contract/index.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { uniqueItemFields } from '../database/derived/itemValues.ts';
import { isStored } from '../database/storage.ts';
import { type Db, generic, type Row } from '../database/tables.ts';
import type { AppServices, Caller, UnitOfWork } from '../engine/callContext.ts';
import { findItemsOfOthers } from '../engine/kinds/itemConflicts.ts';
import { assertMayWrite, checkByFeatures } from '../engine/lifecycle.ts';
import { hasPublishedStatus } from '../engine/list/timedState.ts';
import { inTreeOrder } from '../engine/tree.ts';
import { visibleTitles } from '../engine/withinLimits.ts';
import { checkDraft } from '../engine/write/checkDraft.ts';
import type { Author } from '../engine/write/versions.ts';
import { belongsBy, entityNamed, takeDeleted, takenMeanwhile } from './recycled.ts';
import { restoreSome, restoreUnaffected } from './restoreTogether.ts';

/**
 * Restores a record, and a column with all that was deleted with it.
 * @throws CallError `not_in_bin`, `publicity_right`; `restore_…` if it no longer fits
 */
export async function restore(
  context: Author & UnitOfWork & Pick<AppServices, 'database'>,
  entity: Entity,
  id: number,
): Promise<void> {
  const { db } = context;
  if (entity.tree) await oneAtATime(db, `${entity.name} tree`);
  const row = await takeDeleted(db, entity, id);
  const write = { event: 'restore', entity, before: row, sent: {} } as const;
  await assertMayWrite(context, write);
  await checkByFeatures(context, write);
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

async function bringBack(context: UnitOfWork, entity: Entity, row: Row): Promise<void> {
  const { db, note } = context;
  const changes = await findRestoreChanges(context, entity, row);
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

/** Returns the changes that let a record be restored: a free URL name, and no reference that no longer fits. */
async function findRestoreChanges(caller: Caller, entity: Entity, row: Row): Promise<Record<string, unknown>> {
  const { db } = caller;
  const errors = await refusals(caller, entity, row);
  const belongs = belongsBy(entity);
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(errors)) {
    const field = entity.fields[name] as Field;
    if (belongs.includes(name)) throw await missingOwnerError(db, field, row[name]);
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

/** Refuses unique values of items that were taken meanwhile. Duplicates within the record are older than that rule. */
async function assertItemsFree(caller: Caller, entity: Entity, row: Row): Promise<void> {
  for (const list of new Set(uniqueItemFields(entity).map((field) => field.list))) {
    const items = row[list] as Record<string, unknown>[];
    const [taken] = await findItemsOfOthers(caller, entity, list, items, row.id);
    if (!taken) continue;
    throw takenMeanwhile(caller, entity, { ...taken, record: String(row[entity.label]) });
  }
}

/** Returns the errors that saving the record unchanged would give. */
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

async function missingOwnerError(db: Db, field: Field, id: unknown): Promise<CallError> {
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
