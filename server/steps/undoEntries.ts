import type { VersionEvent } from '../../contract/calls/version.ts';
import type { Entity } from '../../contract/entity.ts';
import { inSavepoint } from '../database/dataVersion.ts';
import { nonEmpty } from '../database/statements.ts';
import { isStored } from '../database/storage.ts';
import { type Db, generic, type Row } from '../database/tables.ts';
import { asProgram, type Change, type OtherCallRunner } from '../engine/callContext.ts';
import { featuresOf } from '../engine/hooks.ts';
import { movableContents } from '../engine/kinds/contentParams.ts';
import { lock, readRefs, refsOf, writeRefs } from '../engine/lifecycle.ts';
import { hasPublishedStatus } from '../engine/list/timedState.ts';
import { refusalOf } from '../engine/refusal.ts';
import { isSame } from '../engine/write/recordStates.ts';
import { deleteRowsOf } from '../engine/write/recordTables.ts';
import type { Author } from '../engine/write/versions.ts';
import { writeMany } from '../engine/write/writeMany.ts';

type Values = Record<string, unknown>;

/** Undoes the write of one record by another call. */
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

/** Undoes one statement that changed the same columns of records alike. It skips those that now differ from `after`. */
interface AlikeUndo {
  ids: number[];
  before: Values;
  after: Values;
  /** The event of the versions that undoing this writes. */
  event: VersionEvent;
  /** Under its name, a feature notes what undoes the data that it derived from the write. */
  [feature: string]: unknown;
}

export type UndoEntry = RecordUndo | AlikeUndo;

/** The write of a content record changes these tables too. */
const changedTables = ['working_copy', 'review', 'old_slug'] as const;
type RowsByTable = Record<(typeof changedTables)[number], Row[]>;

/** @returns a `perform` that adds to `entries` what undoes its writes */
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

/** Reads the rows in a fixed order, so that they can be compared. */
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

/** @returns the changes whose versions are still to be written */
export const revertEntry = (db: Db, author: Author, entity: Entity, entry: UndoEntry): Promise<Change[]> =>
  'ids' in entry ? revertAlike(db, author, entity, entry) : revertRow(db, entity, entry);

/** @returns the records whose versions it has written */
async function revertAlike(db: Db, author: Author, entity: Entity, entry: AlikeUndo): Promise<Change[]> {
  const { before, after, event } = entry;
  if (!(await isThere(db, before.col_id))) return [];
  const found = await findUnchangedIds(db, entity, entry);
  const deleted = event === 'restore' ? await inDeletedColumns(db, entity, found) : new Map<number, number>();
  // A column that somebody else has deleted meanwhile keeps its contents.
  for (const [id, deleted_with] of deleted)
    await generic(db).updateTable(entity.name).set({ deleted_with }).where('id', '=', id).execute();
  const left = found.filter((id) => !deleted.has(id));
  const columns = { from: Number(after.col_id), to: Number(before.col_id) };
  // Since the step, somebody may have saved what does not fit the column of before.
  const ours = before.col_id ? await movableContents(db, entity, left, columns) : left;
  if (ours.length === 0) return [];
  const changes = event === 'update' ? before : {};
  await writeMany({ ...author, db }, entity, ours, { event, changes, columns: before });
  for (const { name, revert } of featuresOf(entity)) if (entry[name]) await revert?.(db, entry[name], ours);
  return ours.map((id) => ({ target: entity.name, target_id: id }));
}

/** Whether a record's column exists; true if the record returns to none. */
async function isThere(db: Db, column: unknown): Promise<boolean> {
  if (column === undefined) return true;
  const found = generic(db).selectFrom('column').select('id').where('id', '=', column).where('deleted_at', 'is', null);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Returns the records that are as the step left them. */
async function findUnchangedIds(db: Db, entity: Entity, { ids, after }: AlikeUndo): Promise<number[]> {
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

/** Returns, for contents in deleted columns, the column with which they are in the recycle bin. */
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

/** @returns the change; none if the record was changed or deleted since, lost its column, or another refers to it */
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

/** Reverts rows in other tables, unless somebody has changed them since. */
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
