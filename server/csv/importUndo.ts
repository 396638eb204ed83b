import type { Entity } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';
import { bumpVersion, inSavepoint } from '../database/dataVersion.ts';
import { usingReserve } from '../database/reserve.ts';
import { isStored } from '../database/storage.ts';
import { type Database, type Db, generic, type Row } from '../database/tables.ts';
import { asProgram, type Change, type OtherCallRunner } from '../engine/callContext.ts';
import { hasPublishedStatus, lock, readRefs, refsOf, writeRefs } from '../engine/crud.ts';
import { deleteRowsOf } from '../engine/recordTables.ts';
import { refusalOf } from '../engine/refusal.ts';
import { isSame, writeVersions } from '../engine/versions.ts';
import { logOperation } from '../engine/write.ts';
import { entityNamed } from '../recycle/recycled.ts';

interface UndoEntry {
  id: number;
  /** The version after the import. A record with a different version was changed since and is not reverted. */
  version: number;
  /** The columns before the import; missing if the import created the record. */
  before?: Record<string, unknown>;
  refs: Record<string, number[]>;
  /** The record's rows in other tables, before and after the import. */
  rows?: { before: RowsByTable; after: RowsByTable };
}

/** What the write of a content record changes beside it. */
const changedTables = ['working_copy', 'review', 'old_slug'] as const;
type RowsByTable = Record<(typeof changedTables)[number], Row[]>;

const running = new Set<string>();

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
    (perform: OtherCallRunner['perform']): OtherCallRunner['perform'] =>
    async (within, path, params) => {
      const id = Number(params.id ?? 0);
      const known = id ? await read(id) : { refs: refsIn(entity) };
      const before = id && entity.fields.state ? await rowsByTable(db, entity, id) : undefined;
      const reply = (await perform(within, path, params)) as { id: number; version?: number };
      const rows = before && { before, after: await rowsByTable(db, entity, id) };
      entries.push({ id: Number(reply.id), version: reply.version ?? 1, ...known, ...(rows && { rows }) });
      return reply;
    };
  return { entries, watch };
}

/** In a fixed order, so that they can be compared. */
async function rowsByTable(db: Db, entity: Entity, id: number): Promise<RowsByTable> {
  const rows = {} as RowsByTable;
  for (const table of changedTables) {
    const ofRecord = generic(db)
      .selectFrom(table)
      .selectAll()
      .where('entity', '=', entity.name)
      .where('record_id', '=', id);
    rows[table] = ((await ofRecord.execute()) as Row[]).toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  }
  return rows;
}

const refsIn = (entity: Entity, record: Record<string, unknown> = {}) =>
  Object.fromEntries(refsOf(entity).map((name) => [name, (record[name] ?? []) as number[]]));

const stepRow = (run: string, n: number, { name }: Entity, entries: UndoEntry[]) => ({
  ...{ run, n, owner: thisProcess, entity: name },
  ...{ undo: JSON.stringify(entries), create_time: toIsoSeconds(new Date()) },
});

export function beginRun(database: Database, run: string, entity: Entity): Promise<boolean> {
  return database.transaction(async (db) => {
    const begun = await db
      .insertInto('import_step')
      .values(stepRow(run, 0, entity, []))
      .onConflict((conflict) => conflict.doNothing())
      .returning('run')
      .executeTakeFirst();
    if (begun) running.add(run);
    return begun !== undefined;
  });
}

export async function storeStep(
  db: Db,
  { run, n, entity }: { run: string; n: number; entity: Entity },
  entries: UndoEntry[],
) {
  await db
    .insertInto('import_step')
    .values(stepRow(run, n, entity, entries))
    .execute();
}

/** Deletes the undo entries, as part of the last transaction. After it the import is no longer reverted. */
export async function endRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom('import_step').where('run', '=', run).execute();
}

/** Uses the disk reserve, because a full disk may have ended the import. `undoAbandoned` retries failed steps. */
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
  const entity = entityNamed(last.entity);
  const changes: Change[] = [];
  for (const undo of (JSON.parse(last.undo) as UndoEntry[]).toReversed())
    changes.push(...(await revertRow(db, entity, undo)));
  if (changes.length > 0) {
    await bumpVersion(db, entity.name);
    const routed = calls.get('base.Transfer/import');
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    if (routed) {
      const context = { routed, ip: '', userAgent: '', admin: null };
      const named = changes.map(({ target, target_id }) => ({ target, target_id }));
      await logOperation(db, context, logged, named, 0);
      await writeVersions(db, context, changes);
    }
  }
  return last.n > 0;
}

/** @returns the change, or none if the record was changed or deleted since, or another record refers to it */
async function revertRow(db: Db, entity: Entity, entry: UndoEntry): Promise<Change[]> {
  const { id, version, before, refs } = entry;
  let isOurs = false;
  const change: Change = { target: entity.name, target_id: id };
  const undo = async () => {
    const current = await lock(asProgram(db), entity, id);
    isOurs = current.version === version;
    if (!isOurs) return;
    await writeRefs(db, entity, id, refs);
    if (before) {
      const values = { ...before, version: version + 1 };
      await generic(db).updateTable(entity.name).set(values).where('id', '=', id).execute();
      await revertTables(db, entity, entry);
      const read = await lock(asProgram(db), entity, id);
      Object.assign(change, {
        before: current,
        after: read,
        version: { event: 'update', isPublished: hasPublishedStatus(entity, read) },
      });
    } else {
      await generic(db).deleteFrom(entity.name).where('id', '=', id).execute();
      await deleteRowsOf(db, entity.name, [id]);
    }
  };
  const refusal = await inSavepoint(db, undo, refusalOf);
  return isOurs && !refusal ? [change] : [];
}

/** What somebody wrote there after the import stays. */
async function revertTables(db: Db, entity: Entity, { id, rows }: UndoEntry): Promise<void> {
  if (!rows) return;
  const now = await rowsByTable(db, entity, id);
  for (const table of changedTables) {
    const [before, after] = [rows.before[table], rows.after[table]];
    if (isSame(before, after) || !isSame(now[table], after)) continue;
    await deleteRowsOf(db, entity.name, [id], [table]);
    const inserted = generic(db)
      .insertInto(table)
      .onConflict((conflict) => conflict.doNothing());
    if (before.length > 0) await inserted.values(before).execute();
  }
}

/** Reverts imports whose process has ended. @returns their number */
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
