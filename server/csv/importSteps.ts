import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import type { CallContext } from '../engine/callContext.ts';
import { letOthersWrite, type Steps, stepMs } from '../steps/inSteps.ts';
import { recordUndo } from '../steps/undoEntries.ts';
import { type Import, openImport, type Report, type Source } from './importCsv.ts';

type StepState = Awaited<ReturnType<Import['take']>>;

class DryRunRollback extends Error {}

async function forEachStep(rows: Import, step: () => Promise<StepState>): Promise<void> {
  let state: StepState = 'more';
  while (state !== 'end') {
    state = await step();
    rows.commit();
  }
}

/** Dry run of a long file, each step rolled back. @returns what the import would report */
export async function checkInSteps(
  context: CallContext,
  entity: Entity,
  { source, uses }: { source: Source; uses: readonly Call[] },
): Promise<Report> {
  const rows = await openImport(context, entity, source);
  await forEachStep(rows, async () => {
    await letOthersWrite(context, uses);
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
 * Imports a long file in steps. They are taken back if a row is refused after all, because somebody changed a record after
 * the check.
 * @throws CallError `import_overtaken`
 */
export async function writeInSteps(
  context: CallContext,
  entity: Entity,
  { source, steps, about }: { source: Source; steps: Steps; about: Record<string, unknown> },
): Promise<Report> {
  const rows = await openImport(context, entity, source);
  await forEachStep(rows, () =>
    steps.step(entity, about, async (inside, undo) => {
      const perform = recordUndo(inside.db, entity, undo, context.perform);
      const state = await rows.take({ ...inside, perform }, stepMs[context.database.kind]);
      if (rows.report.errors.length > 0) throw new CallError('import_overtaken');
      return state;
    }),
  );
  return rows.report;
}
