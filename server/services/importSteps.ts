import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../errors.ts';
import type { CallContext, Change } from '../unit.ts';
import { logOperation } from '../write.ts';
import { type Import, openImport, type Report, type Source } from './importCsv.ts';
import { beginRun, endRun, recordUndo, storeStep, undoRun } from './importUndo.ts';

const stepMs = 100;

type StepState = Awaited<ReturnType<Import['take']>>;

/** Rolls back the transaction of a dry run. */
class DryRunRollback extends Error {}

/** A caller that is gone would not learn that the import came in, and would send it again. */
function assertConnected(context: CallContext): void {
  if (context.isGone()) throw new CallError('body_unreadable');
}

/** Takes the rows of an import by steps, each in a transaction that others wait for no longer than a moment. */
async function forEachStep(context: CallContext, rows: Import, step: () => Promise<StepState>): Promise<void> {
  let state: StepState = 'more';
  while (state !== 'end') {
    assertConnected(context);
    await yieldToEventLoop(); // who waits for the write lock has it now
    state = await step();
    rows.commit();
  }
}

/**
 * Dry run of a long file. Each step is rolled back, so that no row sees another.
 * @returns what the import would report
 */
export async function checkInSteps(context: CallContext, entity: Entity, source: Source): Promise<Report> {
  const rows = await openImport(context, entity, source);
  await forEachStep(context, rows, async () => {
    let state: StepState = 'more';
    try {
      await context.database.transaction(async (db) => {
        state = await rows.take({ ...context, db, note: () => {} }, stepMs);
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
 * Brings in a long file that can come in, by steps that are all taken back where a row is refused after all, since somebody
 * changed a record meanwhile, where the caller hangs up, or where the process ends before the last of them.
 * @param finish the last transaction: with it the import has come in
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
      const state = await rows.take({ ...context, db, note, perform: undo.watch(context.perform) }, stepMs);
      if (rows.report.errors.length > 0) throw new CallError('import_overtaken');
      await storeStep(db, { run, n, entity }, undo.made);
      await logOperation(db, context, { params: about, started }, changes);
      return state;
    });
  });
  return finish(rows.report, async (inside) => {
    assertConnected(context);
    await endRun(inside.db, run);
  });
}

/**
 * Does something as the only import of this name.
 * @throws CallError `busy` while one is under way; whatever `work` throws, once its steps are taken back
 */
export async function asOnlyRun<T>(
  context: CallContext,
  entity: Entity,
  work: (run: string) => Promise<T>,
): Promise<T> {
  const { database, admin, key } = context;
  const run = `${admin?.id ?? 0}:${key ?? randomUUID()}`;
  if (!(await beginRun(database, run, entity))) throw new CallError('busy');
  try {
    return await work(run);
  } finally {
    // Nothing where it came in. Where the database fails here too, a sweep goes on; what failed first is told.
    await undoRun(database, run).catch((error: Error) =>
      context.warn('imports', `an import is not taken back yet: ${error.message}`),
    );
  }
}
