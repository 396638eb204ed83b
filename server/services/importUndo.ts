import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { constraintError } from '../database/constraint.ts';
import { advance } from '../database/generation.ts';
import { generic } from '../database/generic.ts';
import type { Database } from '../database/index.ts';
import type { Db } from '../database/tables.ts';
import { isStored } from '../query.ts';
import type { CallContext, Change } from '../unit.ts';
import { logOperation } from '../write.ts';
import { here, isAlive } from './media/workFolder.ts';
import { entityNamed } from './recycled.ts';

/** What takes one row of an import back: without `before` it made the record, in its `version`. */
interface Undo {
  id: number;
  version: number;
  before?: Record<string, unknown>;
  refs?: Record<string, number[]>;
}

const abandonedMs = 3600_000;
const owner = `${here}~${process.pid}`;
/** Those of this process that are under way. */
const running = new Set<string>();

const refsOf = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]?.kind === 'refs');

/** Notes what takes back the edits and additions that one step makes. */
export function undoStepOf(db: Db, entity: Entity) {
  const made: Undo[] = [];
  const columns = Object.entries(entity.fields).flatMap(([name, field]) => (isStored(field) ? [name] : []));
  const read = async (id: number): Promise<Pick<Undo, 'before' | 'refs'>> => {
    const rows = generic(db).selectFrom(entity.name).select(columns).where('id', '=', id);
    const refs: Record<string, number[]> = {};
    for (const name of refsOf(entity)) {
      const pairs = generic(db).selectFrom(`${entity.name}_${name}`).select('ref_id').where('owner_id', '=', id);
      refs[name] = (await pairs.execute()).map(({ ref_id }) => Number(ref_id));
    }
    const before = (await rows.executeTakeFirst()) as Record<string, unknown> | undefined;
    return { ...(before && { before }), refs };
  };
  const watch =
    (perform: CallContext['perform']): CallContext['perform'] =>
    async (within, path, params) => {
      const known = params.id ? await read(Number(params.id)) : {};
      const reply = (await perform(within, path, params)) as { id: number; version?: number };
      made.push({ id: Number(reply.id), version: reply.version ?? 1, ...known });
      return reply;
    };
  return { made, watch };
}

/** @returns whether no import of this name is under way */
export function beginRun(database: Database, run: string, entity: Entity): Promise<boolean> {
  return database.transaction(async (db) => {
    const row = { run, n: 0, owner, entity: entity.name, undo: '[]', create_time: toIsoSeconds(new Date()) };
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
export async function keepStep(db: Db, { run, n, entity }: { run: string; n: number; entity: Entity }, made: Undo[]) {
  const create_time = toIsoSeconds(new Date());
  await db
    .insertInto('import_step')
    .values({ run, n, owner, entity: entity.name, undo: JSON.stringify(made), create_time })
    .execute();
}

/** Part of the last transaction: from here on nothing takes the import back. */
export async function endRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom('import_step').where('run', '=', run).execute();
}

/** Takes an import back, its last step first, each in a transaction of its own. */
export async function undoRun(database: Database, run: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await database.transaction((db) => undoLast(db, run));
  running.delete(run);
}

async function undoLast(db: Db, run: string): Promise<boolean> {
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
    if (await takeBack(db, entity, undo)) changes.push({ target: entity.name, target_id: undo.id });
  if (changes.length > 0) {
    await advance(db, entity.name);
    const routed = calls.get('base.Transfer/import');
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    if (routed) await logOperation(db, { routed, ip: '', userAgent: '', admin: null }, logged, changes, 0);
  }
  return last.n > 0;
}

/** Leaves what somebody has changed since, or refers to. @returns whether it was taken back */
async function takeBack(db: Db, entity: Entity, { id, version, before, refs = {} }: Undo): Promise<boolean> {
  await sql`savepoint one_row`.execute(db);
  try {
    const isOurs = await generic(db)
      .selectFrom(entity.name)
      .select('id')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!isOurs) return false;
    for (const name of refsOf(entity)) {
      const table = `${entity.name}_${name}`;
      await generic(db).deleteFrom(table).where('owner_id', '=', id).execute();
      const owned = (refs[name] ?? []).map((ref_id) => ({ owner_id: id, ref_id }));
      if (before && owned.length > 0) await generic(db).insertInto(table).values(owned).execute();
    }
    if (before)
      await generic(db)
        .updateTable(entity.name)
        .set({ ...before, version: version + 1 })
        .where('id', '=', id)
        .execute();
    else await generic(db).deleteFrom(entity.name).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (!constraintError(error as Error)) throw error;
    await sql`rollback to savepoint one_row`.execute(db);
    return false;
  } finally {
    await sql`release savepoint one_row`.execute(db);
  }
}

/** Takes back imports whose process is gone. @returns how many they were */
export async function undoAbandoned(database: Database, isStart: boolean): Promise<number> {
  const begun = await database.db.selectFrom('import_step').selectAll().where('n', '=', 0).execute();
  const left = begun.filter(({ run, owner, create_time }) => {
    const [host, pid] = owner.split('~');
    if (running.has(run)) return false;
    return host === here ? !isAlive(Number(pid), isStart) : Date.parse(create_time) < Date.now() - abandonedMs;
  });
  for (const { run } of left) await undoRun(database, run);
  return left.length;
}
