import type { Entity } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';
import { bumpVersion } from '../database/generation.ts';
import { generic } from '../database/generic.ts';
import { usingReserve } from '../database/reserve.ts';
import { inSavepoint } from '../database/savepoint.ts';
import type { Database, Db } from '../database/tables.ts';
import type { CallContext, Change } from '../engine/callContext.ts';
import { lock, readRefs, refsOf, writeRefs } from '../engine/crud.ts';
import { isStored } from '../engine/query.ts';
import { refusalOf } from '../engine/refusal.ts';
import { logOperation } from '../engine/write.ts';
import { entityNamed } from '../recycle/recycled.ts';

/** What it takes to revert one row of an import. */
interface UndoEntry {
  id: number;
  /** The version after the import. A record with another one was changed since, and is not reverted. */
  version: number;
  /** The columns before the import; absent where the import created the record. */
  before?: Record<string, unknown>;
  refs: Record<string, number[]>;
}

/** Runs of this process that are not finished. */
const running = new Set<string>();

/** Records how to revert the rows that one step creates and edits. */
export function recordUndo(db: Db, entity: Entity) {
  const entries: UndoEntry[] = [];
  const columns = Object.entries(entity.fields).flatMap(([name, field]) => (isStored(field) ? [name] : []));
  const read = async (id: number): Promise<Pick<UndoEntry, 'before' | 'refs'>> => {
    const refs = { id };
    await readRefs(db, entity, [refs]);
    const rows = generic(db).selectFrom(entity.name).select(columns).where('id', '=', id);
    const before = (await rows.executeTakeFirst()) as Record<string, unknown> | undefined;
    return { ...(before && { before }), refs: refsIn(entity, refs) };
  };
  const watch =
    (perform: CallContext['perform']): CallContext['perform'] =>
    async (within, path, params) => {
      const known = params.id ? await read(Number(params.id)) : { refs: refsIn(entity) };
      const reply = (await perform(within, path, params)) as { id: number; version?: number };
      entries.push({ id: Number(reply.id), version: reply.version ?? 1, ...known });
      return reply;
    };
  return { entries, watch };
}

/** The references of a record that are rows of their own; none where no record is given. */
const refsIn = (entity: Entity, record: Record<string, unknown> = {}) =>
  Object.fromEntries(refsOf(entity).map((name) => [name, (record[name] ?? []) as number[]]));

/** @returns whether no import of this name is under way */
export function beginRun(database: Database, run: string, entity: Entity): Promise<boolean> {
  return database.transaction(async (db) => {
    const row = {
      run,
      n: 0,
      owner: thisProcess,
      entity: entity.name,
      undo: '[]',
      create_time: toIsoSeconds(new Date()),
    };
    const begun = await db
      .insertInto('import_step')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('run')
      .executeTakeFirst();
    if (begun) running.add(run);
    return begun !== undefined;
  });
}

/** Part of a step's transaction. */
export async function storeStep(
  db: Db,
  { run, n, entity }: { run: string; n: number; entity: Entity },
  entries: UndoEntry[],
) {
  const create_time = toIsoSeconds(new Date());
  await db
    .insertInto('import_step')
    .values({ run, n, owner: thisProcess, entity: entity.name, undo: JSON.stringify(entries), create_time })
    .execute();
}

/** Part of the last transaction: after it the import is not reverted any more. */
export async function endRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom('import_step').where('run', '=', run).execute();
}

/**
 * Reverts an import, its last step first, each in a transaction of its own; `undoAbandoned` retries what fails. It uses the
 * disk reserve, since a full disk may be what ended the import, and its caller was told that nothing was saved.
 */
export async function undoRun(database: Database, run: string): Promise<void> {
  let hasStepsLeft = true;
  try {
    while (hasStepsLeft) hasStepsLeft = await usingReserve(() => database.transaction((db) => undoLastStep(db, run)));
  } finally {
    running.delete(run);
  }
}

async function undoLastStep(db: Db, run: string): Promise<boolean> {
  const last = await db
    .selectFrom('import_step')
    .selectAll()
    .where('run', '=', run)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return false;
  const taken = await db.deleteFrom('import_step').where('run', '=', run).where('n', '=', last.n).executeTakeFirst();
  if (Number(taken.numDeletedRows) === 0) return true; // another process was faster
  const entity = entityNamed(last.entity);
  const changes: Change[] = [];
  for (const undo of (JSON.parse(last.undo) as UndoEntry[]).toReversed())
    if (await revertRow(db, entity, undo)) changes.push({ target: entity.name, target_id: undo.id });
  if (changes.length > 0) {
    await bumpVersion(db, entity.name);
    const routed = calls.get('base.Transfer/import');
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    if (routed) await logOperation(db, { routed, ip: '', userAgent: '', admin: null }, logged, changes, 0);
  }
  return last.n > 0;
}

/** Leaves a record alone that was changed or deleted since, or that another one refers to. @returns whether it was reverted */
async function revertRow(db: Db, entity: Entity, { id, version, before, refs }: UndoEntry): Promise<boolean> {
  let isOurs = false;
  const undo = async () => {
    isOurs = (await lock(db, entity, id)).version === version;
    if (!isOurs) return;
    await writeRefs(db, entity, id, refs);
    if (before) {
      const values = { ...before, version: version + 1 };
      await generic(db).updateTable(entity.name).set(values).where('id', '=', id).execute();
    } else await generic(db).deleteFrom(entity.name).where('id', '=', id).execute();
  };
  const refusal = await inSavepoint(db, undo, refusalOf);
  return isOurs && !refusal;
}

/** Reverts the imports whose process is gone. @returns their number */
export async function undoAbandoned(database: Database): Promise<number> {
  const begun = await database.db.selectFrom('import_step').selectAll().where('n', '=', 0).execute();
  const left = begun.filter(({ run, owner, create_time }) => {
    const state = stateOfOwner(owner);
    if (state === 'elsewhere') return Date.parse(create_time) < Date.now() - abandonedAfterMs;
    return state === 'gone' || (state === 'this' && !running.has(run));
  });
  for (const { run } of left) await undoRun(database, run);
  return left.length;
}
