import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import type {
  AppServices,
  CallContext,
  Caller,
  Change,
  Presence,
  RequestInfo,
  SideEffects,
} from '../engine/callContext.ts';
import { logOperation } from '../engine/write.ts';
import { type Import, openImport, type Report, type Source } from './importCsv.ts';
import { beginRun, endRun, recordUndo, storeStep, undoRun } from './importUndo.ts';

/** How long others wait for one step: on SQLite all who write, on PostgreSQL those who write such records. Tests make it less. */
export const stepMs = { sqlite: 100, postgres: 300 };

type StepState = Awaited<ReturnType<Import['take']>>;

class DryRunRollback extends Error {}

/** A caller that has disconnected would not learn that the import succeeded, and would send it again. */
function assertConnected({ isGone }: Presence): void {
  if (isGone()) throw new CallError('body_unreadable');
}

/** Imports the rows in steps. Each is a short transaction, so that no other writer waits for long. */
async function forEachStep(context: Presence, rows: Import, step: () => Promise<StepState>): Promise<void> {
  let state: StepState = 'more';
  while (state !== 'end') {
    assertConnected(context);
    await yieldToEventLoop(); // waiting writers can take the lock here
    state = await step();
    rows.commit();
  }
}

/** Dry run of a long file, each step rolled back. @returns what the import would report */
export async function checkInSteps(context: CallContext, entity: Entity, source: Source): Promise<Report> {
  const rows = await openImport(context, entity, source);
  await forEachStep(context, rows, async () => {
    let state: StepState = 'more';
    try {
      await context.database.transaction(async (db) => {
        state = await rows.take({ ...context, db, note: () => {} }, stepMs[context.database.kind]);
        throw new DryRunRollback();
      });
    } catch (error) {
      if (!(error instanceof DryRunRollback)) throw error;
    }
    return state;
  });
  return rows.report;
}

/**
 * Imports a long file in steps. All steps are reverted if a row is refused after all (because somebody changed a record
 * after the check), if the caller disconnects, or if the process ends before the last step.
 * @param finish runs the last transaction, which completes the import
 * @throws CallError `import_overtaken`
 */
export async function writeInSteps(
  context: CallContext,
  entity: Entity,
  { source, run, about }: { source: Source; run: string; about: Record<string, unknown> },
  finish: (report: Report, end: (inside: CallContext) => Promise<void>) => Promise<Report>,
): Promise<Report> {
  const rows = await openImport(context, entity, source);
  const started = performance.now();
  let n = 0;
  await forEachStep(context, rows, () => {
    n++;
    return context.database.transaction(async (db) => {
      const changes: Change[] = [];
      const undo = recordUndo(db, entity);
      const note = (change: Change) => changes.push(change);
      const state = await rows.take(
        { ...context, db, note, perform: undo.watch(context.perform) },
        stepMs[context.database.kind],
      );
      if (rows.report.errors.length > 0) throw new CallError('import_overtaken');
      await storeStep(db, { run, n, entity }, undo.entries);
      await logOperation(db, context, { params: about, started }, changes);
      return state;
    });
  });
  return finish(rows.report, async (inside) => {
    assertConnected(context);
    await endRun(inside.db, run);
  });
}

/** @throws CallError `busy` while the caller's import runs; what `work` throws, after its steps are reverted */
export async function asOnlyRun<T>(
  context: Caller & AppServices & RequestInfo & SideEffects,
  entity: Entity,
  work: (run: string) => Promise<T>,
): Promise<T> {
  const { database, admin, key } = context;
  const run = `${admin?.id ?? 0}:${key ?? randomUUID()}`;
  if (!(await beginRun(database, run, entity))) throw new CallError('busy');
  try {
    return await work(run);
  } finally {
    // A completed import has no steps left. If the database fails here too, `undoAbandoned` retries; the first error is
    // thrown.
    await undoRun(database, run).catch((error: Error) =>
      context.warn('imports', `an import is not taken back yet: ${error.message}`),
    );
  }
}
