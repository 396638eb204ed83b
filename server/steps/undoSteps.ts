import type { Entity } from '../../contract/entity.ts';
import { calls, findEntity } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { usingReserve } from '../database/reserve.ts';
import type { Database, Db } from '../database/tables.ts';
import type { Change } from '../engine/callContext.ts';
import { partsByBytes } from '../engine/write/partsByBytes.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { writeVersions } from '../engine/write/versions.ts';
import { revertEntry, type UndoEntry } from './undoEntries.ts';

const running = new Set<string>();

interface Step {
  run: string;
  n: number;
  entity: Entity;
  /** Path of the call whose step it is, for the operation log of what is undone. */
  path: string;
}

const stepRow = ({ run, n, entity, path }: Step, entries: UndoEntry[]) => ({
  run,
  n,
  owner: thisProcess,
  entity: entity.name,
  path,
  undo: JSON.stringify(entries),
  create_time: toIsoSeconds(new Date()),
});

/** @returns whether no run of this name is under way */
export function beginRun(database: Database, first: Omit<Step, 'n'>): Promise<boolean> {
  return database.transaction(async (db) => {
    const begun = await db
      .insertInto('import_step')
      .values(stepRow({ ...first, n: 0 }, []))
      .onConflict((conflict) => conflict.doNothing())
      .returning('run')
      .executeTakeFirst();
    if (begun) running.add(first.run);
    return begun !== undefined;
  });
}

/**
 * Stores a step in rows of bounded size, since a backup and the memory hold whole rows.
 * @returns the number of the last one
 */
export async function storeStep(db: Db, first: Step, entries: UndoEntry[]): Promise<number> {
  const parts = partsByBytes(entries, (entry) => Buffer.byteLength(JSON.stringify(entry)));
  for (const [at, part] of parts.entries())
    await db
      .insertInto('import_step')
      .values(stepRow({ ...first, n: first.n + at }, part))
      .execute();
  return first.n + parts.length - 1;
}

/** Deletes the undo entries, as part of the last transaction. After it the work is no longer reverted. */
export async function endRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom('import_step').where('run', '=', run).execute();
}

/** Undoes a run, with the disk reserve, because a full disk may have ended it. `undoAbandoned` retries failed steps. */
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
  if (Number(taken.numDeletedRows) === 0) return true; // another process has already reverted it
  const routed = calls.get(last.path);
  const entity = findEntity(last.entity);
  if (!routed || !entity) throw new Error(`a step of ${last.path} with ${last.entity} cannot be taken back`);
  const context = { routed, ip: '', userAgent: '', admin: null };
  const changes: Change[] = [];
  for (const entry of (JSON.parse(last.undo) as UndoEntry[]).toReversed())
    changes.push(...(await revertEntry(db, context, entity, entry)));
  if (changes.length > 0) {
    await bumpVersion(db, entity.name);
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    const named = changes.map(({ target, target_id }) => ({ target, target_id }));
    await logOperation(db, context, logged, named, 0);
    await writeVersions(db, context, changes);
  }
  return last.n > 0;
}

/**
 * Reverts work whose process has ended.
 * @returns how much of it there was
 * @throws AggregateError after the rest, if some cannot be reverted
 */
export async function undoAbandoned(database: Database): Promise<number> {
  const begun = await database.db.selectFrom('import_step').selectAll().where('n', '=', 0).execute();
  const left = begun.filter(({ run, owner, create_time }) => {
    const state = stateOfOwner(owner);
    if (state === 'gone' || (state === 'this' && !running.has(run))) return true;
    // A process that runs may be another one that has the id of one that is gone.
    return state !== 'this' && Date.parse(create_time) < Date.now() - abandonedAfterMs;
  });
  const errors: unknown[] = [];
  for (const { run } of left) await undoRun(database, run).catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  return left.length;
}
