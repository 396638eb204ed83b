import type { Entity } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { lock, readRefs, refsOf, writeRefs } from '../crud.ts';
import { advance } from '../database/generation.ts';
import { generic } from '../database/generic.ts';
import type { Database } from '../database/index.ts';
import { usingReserve } from '../database/reserve.ts';
import { inSavepoint } from '../database/savepoint.ts';
import type { Db } from '../database/tables.ts';
import { refusalOf } from '../plugins/errors.ts';
import { isStored } from '../query.ts';
import type { CallContext, Change } from '../unit.ts';
import { logOperation } from '../write.ts';
import { abandonedAfterMs, stateOfOwner, thisProcess } from './processOwner.ts';
import { entityNamed } from './recycled.ts';

/** What takes one row of an import back. */
interface Undo {
  id: number;
  /** That which the import gave the record: it is left alone once it has another. */
  version: number;
  /** The columns as they were; none of a record that the import made. */
  before?: Record<string, unknown>;
  refs: Record<string, number[]>;
}

/** Those of this process that are under way. */
const running = new Set<string>();

/** Notes what takes back the edits and additions that one step makes. */
export function recordUndo(db: Db, entity: Entity) {
  const made: Undo[] = [];
  const columns = Object.entries(entity.fields).flatMap(([name, field]) => (isStored(field) ? [name] : []));
  const read = async (id: number): Promise<Pick<Undo, 'before' | 'refs'>> => {
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
      made.push({ id: Number(reply.id), version: reply.version ?? 1, ...known });
      return reply;
    };
  return { made, watch };
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
export async function storeStep(db: Db, { run, n, entity }: { run: string; n: number; entity: Entity }, made: Undo[]) {
  const create_time = toIsoSeconds(new Date());
  await db
    .insertInto('import_step')
    .values({ run, n, owner: thisProcess, entity: entity.name, undo: JSON.stringify(made), create_time })
    .execute();
}

/** Part of the last transaction: from here on nothing takes the import back. */
export async function endRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom('import_step').where('run', '=', run).execute();
}

/**
 * Takes an import back, its last step first, each in a transaction of its own; what fails is left to a sweep. Also on a
 * full disk, which is what may have ended the import: nobody is to see rows of which it was said that none were saved.
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
  for (const undo of (JSON.parse(last.undo) as Undo[]).toReversed())
    if (await revertRow(db, entity, undo)) changes.push({ target: entity.name, target_id: undo.id });
  if (changes.length > 0) {
    await advance(db, entity.name);
    const routed = calls.get('base.Transfer/import');
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    if (routed) await logOperation(db, { routed, ip: '', userAgent: '', admin: null }, logged, changes, 0);
  }
  return last.n > 0;
}

/** Leaves what somebody has changed or deleted since, or refers to. @returns whether it was taken back */
async function revertRow(db: Db, entity: Entity, { id, version, before, refs }: Undo): Promise<boolean> {
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

/** Takes back imports that nobody works on any more. @returns how many they were */
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
