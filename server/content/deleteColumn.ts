import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { single } from '../../contract/entities/single.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { type AnyTables, type Db, generic, locking, type Row } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller } from '../engine/callContext.ts';
import { movableContents } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { subtreeOf } from '../engine/tree.ts';
import { assertColumnsWhole } from '../engine/withinLimits.ts';
import { partsOfRecords } from '../engine/write/partsByBytes.ts';
import { writeVersions } from '../engine/write/versions.ts';
import { writeMany } from '../engine/write/writeMany.ts';
import { inSteps, stepMs } from '../steps/inSteps.ts';
import type { UndoEntry } from '../steps/undoEntries.ts';
import { hasPublishedIn } from './contentState.ts';
import { moveSlugs, oldSlugsOfRecords } from './oldSlugs.ts';
import { assertMayAppear } from './publishRight.ts';

interface Deletion {
  col_id: number;
  move_to?: number | null;
  cascade?: number;
}
interface Deleted {
  batch: string;
}

/** So many records at most, and 4 MiB of them, are changed by one statement, because SQLite lets nobody else in meanwhile. */
const statementSize = 100;

/** A column is emptied in steps first, so that nobody waits for long; it is deleted whole or not at all. */
export async function deleteColumn(context: CallContext, deletion: Deletion): Promise<Deleted> {
  const about = { ...deletion };
  if (context.isPart) return deleteWhole(context, deletion);
  return inSteps(context, { entity: columnEntity, uses: [] }, async (steps) => {
    const first = (await context.firstReply('delete', about)) as Deleted | undefined;
    if (first) return first;
    const deletedAt = toIsoSeconds(new Date());
    const ids = await steps.step(columnEntity, about, (inside) => lockDeletable(inside, deletion));
    const held = await holdings(asProgram(context.database.db), ids);
    for (const entity of contentEntities) {
      let isLeft = entity.name in held;
      while (isLeft)
        isLeft = await steps.step(entity, about, async (inside, undo) => {
          if (deletion.move_to) await oneAtATime(inside.db, contentParam.name);
          await lifecycle.lock(inside, columnEntity, deletion.col_id);
          return emptyFor(inside, entity, { deletion, ids, deletedAt, undo });
        });
    }
    return steps.finish('delete', about, about, (inside) => deleteWhole(inside, deletion, ids));
  });
}

/** How many columns are below a column, and the contents in all of them. */
export async function holdings(caller: Caller, ids: number[], withContents = ids): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (ids.length > 1) counts.column = ids.length - 1;
  if (withContents.length === 0) return counts;
  for (const entity of contentEntities) {
    const n = await lifecycle.count(caller, entity, { col_id: withContents });
    if (n > 0) counts[entity.name] = n;
  }
  return counts;
}

/**
 * @param isMoved whether the contents have been moved already
 * @returns the column and those below it
 * @throws CallError, InvalidInput if they may not be deleted
 */
async function lockDeletable(
  context: CallContext,
  { col_id, move_to, cascade }: Deletion,
  isMoved = false,
): Promise<number[]> {
  const { db } = context;
  await oneAtATime(db, 'column tree');
  if (move_to) await oneAtATime(db, contentParam.name);
  const ids = await subtreeOf(db, columnEntity, col_id);
  // After this lock nothing is added to the column (kinds/refs.ts locks what a record refers to).
  const { model } = await lifecycle.lock(context, columnEntity, col_id);
  await locking(db, generic(db).selectFrom('column').select('id').where('id', 'in', ids)).execute();
  await assertColumnsWhole(context, contentEntities, ids);
  if (move_to) await assertTarget(context, { from: col_id, to: move_to, model, isMoved });
  const below = ids.filter((id) => id !== col_id);
  const holds = await holdings(asProgram(db), ids, move_to ? below : ids);
  if (Object.keys(holds).length > 0 && !cascade) throw new CallError('column_holds', {}, { holds });
  return ids;
}

async function assertTarget(
  context: CallContext,
  { from, to, model, isMoved }: { from: number; to: number; model: unknown; isMoved: boolean },
): Promise<void> {
  const target = await lifecycle.read(context, columnEntity, to);
  const hasMore = async () => !isMoved || (await lifecycle.count(asProgram(context.db), single, { col_id: from })) > 0;
  const isFull = target?.model === 'single' && target.total > 0 && (await hasMore()); // it already has its only record
  if (!target || isFull || to === from || target.model !== model)
    throw new InvalidInput({ move_to: { key: 'column_move' } });
}

/**
 * @param emptied the columns that have been emptied in steps
 * @throws CallError `busy` if one of them has been moved elsewhere meanwhile; as `lockDeletable`
 */
async function deleteWhole(context: CallContext, deletion: Deletion, emptied: number[] = []): Promise<Deleted> {
  const { col_id } = deletion;
  const ids = await lockDeletable(context, deletion, emptied.length > 0);
  if (emptied.some((id) => !ids.includes(id))) throw new CallError('busy');
  const deletedAt = toIsoSeconds(new Date());
  for (const entity of contentEntities) {
    let isLeft = true;
    while (isLeft) isLeft = await emptyFor(context, entity, { deletion, ids, deletedAt, undo: [] });
  }
  await removeEmptied(context, ids.toReversed(), { col_id, deletedAt });
  return { batch: context.batch ?? '' };
}

/** Deletes emptied columns, each after those below it. Those below `col_id` will be restored together with it. */
async function removeEmptied(
  { db, note }: CallContext,
  ids: number[],
  { col_id, deletedAt: deleted_at }: { col_id: number; deletedAt: string },
): Promise<void> {
  const yieldToOthers = createYield(db);
  for (let at = 0; at < ids.length; at += statementSize) {
    await yieldToOthers();
    const part = ids.slice(at, at + statementSize);
    const found = await db
      .selectFrom('column')
      .select(['id', 'title', 'update_time'])
      .where('id', 'in', part)
      .execute();
    const rows = new Map(found.map((row) => [row.id, row]));
    const deletedWith = sql<number | null>`nullif(cast(${col_id} as integer), id)`;
    await generic(db)
      .updateTable('column')
      .set({ deleted_at, deleted_with: deletedWith })
      .where('id', 'in', part)
      .execute();
    for (const id of part) {
      const { title, update_time } = rows.get(id) as Row;
      const version = { event: 'delete', since: String(update_time) } as const;
      note({ target: 'column', target_id: id, before: { title }, version });
    }
  }
  await bumpVersion(db, 'column');
}

interface Emptying {
  deletion: Deletion;
  ids: number[];
  deletedAt: string;
  undo: UndoEntry[];
}

/** Moves or deletes contents of one entity, for about as long as a step may take. @returns whether some may be left */
async function emptyFor(context: CallContext, entity: Entity, { deletion, ids, deletedAt, undo }: Emptying) {
  const { db } = context;
  const { col_id, move_to } = deletion;
  const yieldToOthers = createYield(db);
  const until = performance.now() + stepMs[context.database.kind];
  if (move_to && (await hasPublishedIn(db, entity, [col_id]))) await assertMayAppear(context, entity);
  let isLeft = true;
  do {
    const moving = move_to ? await someIds(db, entity, (where) => where('col_id', '=', col_id)) : [];
    const left = (where: Where) => where.and([where('col_id', 'in', ids), where('deleted_at', 'is', null)]);
    const some = moving.length > 0 ? moving : await someIds(db, entity, left);
    for (const part of await partsOfRecords(db, entity, some)) {
      await yieldToOthers();
      if (moving.length > 0)
        undo.push(...(await moveTo(context, entity, part, { from: col_id, to: move_to as number })));
      else undo.push(await deleteWith(context, entity, part, { col_id, deletedAt }));
      if (performance.now() > until) return true;
    }
    isLeft = some.length > 0;
  } while (isLeft);
  return false;
}

type Where = ExpressionBuilder<AnyTables, string>;

async function someIds(db: Db, { name }: Entity, condition: (where: Where) => Expression<SqlBool>): Promise<number[]> {
  // In the order of the list's index, pinned records first, the versions would show which are pinned.
  const found = generic(db).selectFrom(name).select('id').where(condition).orderBy('id').limit(statementSize);
  return (await found.execute()).map(({ id }) => Number(id));
}

/** @throws InvalidInput `column_move_params` */
async function moveTo(
  context: CallContext,
  entity: Entity,
  ids: number[],
  { from, to }: { from: number; to: number },
): Promise<UndoEntry[]> {
  const { db } = context;
  if ((await movableContents(db, entity, ids, { from, to })).length < ids.length)
    throw new InvalidInput({ move_to: { key: 'column_move_params' } });
  const { renamed, oldSlugs } = await moveSlugs(db, entity, ids, { from, to });
  await writeVersions(db, context, renamed);
  await writeMany(context, entity, ids, { event: 'update', changes: { col_id: to } });
  const event = 'update' as const;
  const kept = new Set(renamed.map(({ target_id }) => target_id));
  return [
    { ids: ids.filter((id) => !kept.has(id)), before: { col_id: from }, after: { col_id: to }, event, oldSlugs },
    ...renamed.map(({ target_id, before, after }) => ({
      ids: [target_id],
      before: { ...before, col_id: from },
      after: { ...after, col_id: to },
      event,
      oldSlugs: oldSlugsOfRecords(oldSlugs, [target_id]),
    })),
  ];
}

async function deleteWith(
  context: CallContext,
  entity: Entity,
  ids: number[],
  { col_id, deletedAt }: { col_id: number; deletedAt: string },
): Promise<UndoEntry> {
  const after = { deleted_at: deletedAt, deleted_with: col_id };
  // Undoing the batch restores the column, which brings its contents back.
  await writeMany({ ...context, batch: '' }, entity, ids, { event: 'delete', columns: after });
  return { ids, before: { deleted_at: null, deleted_with: null }, after, event: 'restore' };
}
