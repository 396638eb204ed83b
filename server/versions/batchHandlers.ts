import type { ChangedRecord } from '../../contract/calls/batch.ts';
import { type Outcome, stepSize } from '../../contract/calls/recycle.ts';
import { column } from '../../contract/entities/column.ts';
import { CallError } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext, Handlers } from '../engine/callContext.ts';
import { readStates } from '../engine/write/recordStates.ts';
import { runEachInSavepoint } from '../engine/write/runEachInSavepoint.ts';
import { forEachColumn, restoreColumn } from '../recycle/columnInSteps.ts';
import { letOthersWrite, stepMs } from '../steps/inSteps.ts';
import { type BatchRecord, boundsOf, standingsOf } from './batches.ts';
import { assertMayUndo, lockAll, named, undoRecord } from './undoBatch.ts';

const isLeft = ({ standing }: BatchRecord) => standing === 'changed' || standing === 'deleted';

/** So many rows of the operation log are read at once. */
const logRows = 1000;

/** Records of the operation log without a version of the batch. @param beforeEach to await before each part */
async function countGone(db: Db, batch: string, beforeEach: () => Promise<void>): Promise<number> {
  const records = new Set<string>();
  for (let last = 0, isLeft = true; isLeft; ) {
    await beforeEach();
    const rows = await db
      .selectFrom('operation_log')
      .select('id')
      .where('batch', '=', batch)
      .where('batch', '<>', '')
      .where('id', '>', last)
      .orderBy('id')
      .limit(logRows)
      .execute();
    const [first, end] = [rows[0]?.id, rows.at(-1)?.id];
    if (first === undefined || end === undefined) break;
    for (const { target, target_id } of await goneBetween(db, batch, first, end)) records.add(`${target} ${target_id}`);
    last = end;
    isLeft = rows.length === logRows;
  }
  return records.size;
}

function goneBetween(db: Db, batch: string, first: number, last: number) {
  return db
    .selectFrom('operation_log')
    .select(['target', 'target_id'])
    .where('batch', '=', batch)
    .where('batch', '<>', '')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('record_version as version')
            .select('version.id')
            .whereRef('version.entity', '=', 'operation_log.target')
            .whereRef('version.record_id', '=', 'operation_log.target_id')
            .where('version.batch', '=', batch),
        ),
      ),
    )
    .execute();
}

interface Undoing {
  batch: string;
  before: number;
  force: number[];
}

const isDue = ({ standing, key }: BatchRecord, { force }: Undoing) =>
  standing === 'ready' || (standing === 'changed' && force.includes(key));

type Refusal = Outcome['failed'][number];

/** The deleted columns among a batch's records, by id. */
interface Columns {
  restored: ReadonlySet<number>;
  refused: ReadonlyMap<number, Refusal>;
}

/** Columns come back before the other records, with their contents, in steps of their own, so that nobody waits for long. */
async function restoreColumns(context: CallContext, undoing: Undoing): Promise<Columns> {
  const { db } = context;
  const bounds = (await boundsOf(db, undoing.batch, undoing.before)).filter(({ entity }) => entity === column.name);
  const ids: number[] = [];
  for await (const { records } of standingsOf(context, bounds)) {
    const due = records.filter((record) => isDue(record, undoing) && record.isDeleted && !record.isNew);
    ids.push(...due.map(({ id }) => id));
  }
  const { failed } = await forEachColumn(context, ids, async (each, id) => {
    // One that was deleted with a column above it has come back with that one.
    if ((await readStates(db, column, [id])).get(id)?.isDeleted) await restoreColumn(each, id);
  });
  const refused = new Map(failed.map((refusal) => [refusal.id, refusal]));
  return { restored: new Set(ids.filter((id) => !refused.has(id))), refused };
}

async function undoSome(context: CallContext, undoing: Undoing, columns: Columns) {
  const { db } = context;
  const { batch, before } = undoing;
  const until = performance.now() + stepMs[context.database.kind];
  const bounds = await boundsOf(db, batch, before);
  await lockAll(db, bounds);
  const reply = {
    done: columns.restored.size,
    changed: [] as ChangedRecord[],
    failed: [] as (Refusal & { entity: string })[],
    next: bounds.length < stepSize ? 0 : (bounds.at(-1)?.key ?? 0),
    batch: context.batch ?? '',
  };
  const refusalOf = ({ entity, id }: BatchRecord) => (entity === column ? columns.refused.get(id) : undefined);
  const isRestored = ({ entity, id }: BatchRecord) => entity === column && columns.restored.has(id);
  for await (const { records, key } of standingsOf(context, bounds)) {
    const left = records.filter((record) => isLeft(record) && !isDue(record, undoing));
    reply.changed.push(...(await named(db, left)));
    const refused = records.flatMap((record) => refusalOf(record) ?? []);
    reply.failed.push(...refused.map((each) => ({ ...each, entity: column.name })));
    const due = records.filter((record) => isDue(record, undoing) && !refusalOf(record));
    for (const [entity, some] of Map.groupBy(due, (record) => record.entity)) {
      const byId = new Map(some.map((record) => [record.id, record]));
      const { done, failed } = await runEachInSavepoint(context, entity, [...byId.keys()], (inside, id) =>
        undoRecord(inside, byId.get(id) as BatchRecord),
      );
      // A column that has been counted as restored may have been edited by the batch too.
      reply.done += done - some.filter(isRestored).length;
      reply.failed.push(...failed.map((each) => ({ ...each, entity: entity.name })));
    }
    if (key !== bounds.at(-1)?.key && performance.now() > until) return { ...reply, next: key };
  }
  return reply;
}

export const batchHandlers = {
  'base.Batch/read': async (context, { batch }) => {
    const { db } = context;
    await assertMayUndo(context, batch);
    const yieldToOthers = createYield(db);
    const beforeEach = async () => {
      if (context.isGone()) throw new CallError('body_unreadable');
      await yieldToOthers();
    };
    const counts = { ready: 0, undone: 0, gone: await countGone(db, batch, beforeEach) };
    const changed: ChangedRecord[] = [];
    let before = 0;
    do {
      await beforeEach();
      const bounds = await boundsOf(db, batch, before);
      for await (const { records } of standingsOf(context, bounds)) {
        changed.push(...(await named(db, records.filter(isLeft))));
        for (const { standing } of records) if (standing in counts) counts[standing as keyof typeof counts]++;
      }
      before = bounds.length < stepSize ? 0 : (bounds.at(-1)?.key ?? 0);
    } while (before > 0);
    return { ...counts, changed };
  },

  'base.Batch/undo': async (context, { batch, before, force }) => {
    await assertMayUndo(context, batch);
    const undoing = { batch, before: before ?? 0, force: force ?? [] };
    const first = (await context.firstReply('undo', undoing)) as Awaited<ReturnType<typeof undoSome>> | undefined;
    if (first) return first;
    const columns = await restoreColumns(context, undoing);
    if (columns.restored.size + columns.refused.size > 0) {
      await letOthersWrite(context, []);
      await assertMayUndo(context, batch);
    }
    return context.step('undo', undoing, { batch }, (inside) => undoSome(inside, undoing, columns));
  },
} satisfies Partial<Handlers>;
