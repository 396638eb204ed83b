import type { VersionEvent } from '../../contract/calls/version.ts';
import type { Entity } from '../../contract/entity.ts';
import { calls, findEntity } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';
import { bumpVersion, inSavepoint } from '../database/dataVersion.ts';
import { usingReserve } from '../database/reserve.ts';
import { nonEmpty } from '../database/statements.ts';
import { isStored } from '../database/storage.ts';
import { type Database, type Db, generic, type Row } from '../database/tables.ts';
import { asProgram, type Change, type OtherCallRunner } from '../engine/callContext.ts';
import { featuresOf } from '../engine/hooks.ts';
import { hasPublishedStatus, lock, readRefs, refsOf, writeRefs } from '../engine/lifecycle.ts';
import { refusalOf } from '../engine/refusal.ts';
import { partsByBytes } from '../engine/write/partsByBytes.ts';
import { deleteRowsOf } from '../engine/write/recordTables.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { type Author, isSame, writeVersions } from '../engine/write/versions.ts';
import { writeMany } from '../engine/write/writeMany.ts';

type Values = Record<string, unknown>;

/** Of a record that another call wrote. */
interface RecordUndo {
  id: number;
  /** The version after the write. A record with a different version was changed since and is not reverted. */
  version: number;
  /** The columns that the write changed, as they were; missing if it created the record. */
  before?: Values;
  refs: Record<string, number[]>;
  /** The record's rows in other tables, before and after the write. */
  rows?: { before: RowsByTable; after: RowsByTable };
}

/** Of records of which one statement changed the same columns alike. Those that differ from `after` since are not reverted. */
interface AlikeUndo {
  ids: number[];
  before: Values;
  after: Values;
  /** What becomes of the records' versions when it is taken back. */
  event: VersionEvent;
  /** What takes back what a feature derived of the write, by the feature's name. */
  [feature: string]: unknown;
}

export type UndoEntry = RecordUndo | AlikeUndo;

/** What the write of a content record changes beside it. */
const changedTables = ['working_copy', 'review', 'old_slug'] as const;
type RowsByTable = Record<(typeof changedTables)[number], Row[]>;

const running = new Set<string>();

/** @returns a `perform` that adds to `entries` what takes its writes back */
export function recordUndo(db: Db, entity: Entity, entries: UndoEntry[], perform: OtherCallRunner['perform']) {
  const columns = Object.entries(entity.fields).flatMap(([name, field]) => (isStored(field) ? [name] : []));
  const read = async (id: number) =>
    (await generic(db).selectFrom(entity.name).select(columns).where('id', '=', id).executeTakeFirst()) as
      | Values
      | undefined;
  const readRefsOf = async (id: number) => {
    const refs = { id };
    await readRefs(db, entity, [refs]);
    return refsIn(entity, refs);
  };
  const recording: OtherCallRunner['perform'] = async (within, path, params) => {
    const id = Number(params.id ?? 0);
    const row = id ? await read(id) : undefined;
    const refs = id ? await readRefsOf(id) : refsIn(entity);
    const rowsBefore = id && entity.fields.state ? await rowsByTable(db, entity, id) : undefined;
    const reply = (await perform(within, path, params)) as { id: number; version?: number };
    const before = row && differing(row, (await read(id)) ?? {});
    const rows = rowsBefore && { before: rowsBefore, after: await rowsByTable(db, entity, id) };
    entries.push({
      id: Number(reply.id),
      version: reply.version ?? 1,
      refs,
      ...(before && { before }),
      ...(rows && { rows }),
    });
    return reply;
  };
  return recording;
}

const differing = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => !isSame(value, after[name])));

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

interface Step {
  run: string;
  n: number;
  entity: Entity;
  /** Of the call whose step it is, for the operation log of what is taken back. */
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

/** In rows of bounded size, since a backup and the memory hold whole rows. @returns the number of the last one */
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

/** Uses the disk reserve, because a full disk may have ended the work. `undoAbandoned` retries failed steps. */
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
    changes.push(
      ...('ids' in entry ? await revertAlike(db, context, entity, entry) : await revertRow(db, entity, entry)),
    );
  if (changes.length > 0) {
    await bumpVersion(db, entity.name);
    const logged = { params: { entity: entity.name, undone: true }, started: performance.now() };
    const named = changes.map(({ target, target_id }) => ({ target, target_id }));
    await logOperation(db, context, logged, named, 0);
    await writeVersions(db, context, changes);
  }
  return last.n > 0;
}

/** @returns the records, whose versions it has written */
async function revertAlike(db: Db, author: Author, entity: Entity, entry: AlikeUndo): Promise<Change[]> {
  const { before, event } = entry;
  if (!(await isThere(db, before.col_id))) return [];
  const found = await asLeft(db, entity, entry);
  const deleted = event === 'restore' ? await inDeletedColumns(db, entity, found) : new Map<number, number>();
  // A column that somebody else has deleted meanwhile keeps its contents.
  for (const [id, deleted_with] of deleted)
    await generic(db).updateTable(entity.name).set({ deleted_with }).where('id', '=', id).execute();
  const ours = found.filter((id) => !deleted.has(id));
  if (ours.length === 0) return [];
  const changes = event === 'update' ? before : {};
  await writeMany({ ...author, db }, entity, ours, { event, changes, columns: before });
  for (const { name, revert } of featuresOf(entity)) if (entry[name]) await revert?.(db, entry[name], ours);
  return ours.map((id) => ({ target: entity.name, target_id: id }));
}

/** Whether a record can go back to a column; one that goes to none can. */
async function isThere(db: Db, column: unknown): Promise<boolean> {
  if (column === undefined) return true;
  const found = generic(db).selectFrom('column').select('id').where('id', '=', column).where('deleted_at', 'is', null);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Records that are as the step left them. */
async function asLeft(db: Db, entity: Entity, { ids, after }: AlikeUndo): Promise<number[]> {
  const found = await generic(db)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', nonEmpty(ids, 0))
    .where((where) =>
      where.and(Object.entries(after).map(([name, value]) => where(name, value === null ? 'is' : '=', value))),
    )
    .execute();
  return found.map(({ id }) => Number(id));
}

/** Of contents in deleted columns, the column with which they are in the recycle bin. */
async function inDeletedColumns(db: Db, { name }: Entity, ids: number[]): Promise<Map<number, number>> {
  const rows = await generic(db)
    .selectFrom(`${name} as content`)
    .innerJoin('column', 'column.id', 'content.col_id')
    .select((select) => ['content.id', select.fn.coalesce('column.deleted_with', 'column.id').as('deleted_with')])
    .where('content.id', 'in', nonEmpty(ids, 0))
    .where('column.deleted_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [Number(row.id), Number(row.deleted_with)]));
}

/** @returns the change, or none if the record was changed or deleted since, its column is gone, or another record refers to it */
async function revertRow(db: Db, entity: Entity, entry: RecordUndo): Promise<Change[]> {
  const { id, version, before, refs } = entry;
  let isOurs = false;
  const change: Change = { target: entity.name, target_id: id };
  const undo = async () => {
    const current = await lock(asProgram(db), entity, id);
    isOurs = current.version === version && (await isThere(db, before?.col_id));
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

/** What somebody wrote there since stays. */
async function revertTables(db: Db, entity: Entity, { id, rows }: RecordUndo): Promise<void> {
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

/** Reverts work whose process has ended. @returns how much of it there was. @throws AggregateError after the rest, if some cannot be */
export async function undoAbandoned(database: Database): Promise<number> {
  const begun = await database.db.selectFrom('import_step').selectAll().where('n', '=', 0).execute();
  const left = begun.filter(({ run, owner, create_time }) => {
    const state = stateOfOwner(owner);
    if (state === 'gone' || (state === 'this' && !running.has(run))) return true;
    // A process that runs may be another one, which has the id of one that is gone.
    return state !== 'this' && Date.parse(create_time) < Date.now() - abandonedAfterMs;
  });
  const errors: unknown[] = [];
  for (const { run } of left) await undoRun(database, run).catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  return left.length;
}
