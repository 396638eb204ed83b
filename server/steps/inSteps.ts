import { randomUUID } from 'node:crypto';
import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { nextTurn } from '../core/turns.ts';
import type { CallContext, Change, Presence } from '../engine/callContext.ts';
import { logOperation } from '../engine/write/transaction.ts';
import type { UndoEntry } from './undoEntries.ts';
import { beginRun, endRun, storeStep, undoRun } from './undoSteps.ts';

/** How long others wait for one step: on SQLite all who write, on PostgreSQL those who write such records. Tests make it less. */
export const stepMs = { sqlite: 100, postgres: 300 };

/** Work in short transactions, between which other writers get their turn. */
export interface Steps {
  /**
   * One transaction. `undo` gets what takes it back.
   * @param logged what the operation log stores as the parameters of its changes
   * @throws CallError `body_unreadable` if the caller has disconnected
   */
  step<T>(
    entity: Entity,
    logged: Record<string, unknown>,
    work: (inside: CallContext, undo: UndoEntry[]) => Promise<T>,
  ): Promise<T>;
  /**
   * The last transaction: from then on nothing is taken back. A repeat with the same `Idempotency-Key` gets its result.
   * @param params and `logged` as of `WriteSteps.step`
   * @throws as `step`
   */
  finish<T>(
    name: string,
    params: Record<string, unknown>,
    logged: Record<string, unknown>,
    work: (inside: CallContext) => Promise<T>,
  ): Promise<T>;
}

/** A caller that has disconnected would not learn that the work succeeded, and would ask for it again. */
function assertConnected({ isGone }: Presence): void {
  if (isGone()) throw new CallError('body_unreadable');
}

/**
 * To await before each step: waiting writers can take the lock there.
 * @param uses as of `Presence.admitAgain`
 * @throws CallError also if the session or a right has ended
 */
export async function letOthersWrite(context: Presence, uses: readonly Call[]): Promise<void> {
  assertConnected(context);
  await nextTurn({ isTransaction: false });
  await context.admitAgain(uses);
}

/**
 * Work in steps that is done whole or not at all: all steps are taken back if one throws, if the caller disconnects, or if
 * the process ends before the last.
 * @param about the entity of its records, and the calls for which it stands, as of `Presence.admitAgain`
 * @throws CallError `busy` while the caller's call with the same key runs; what `work` throws, after the steps are taken back
 */
export async function inSteps<T>(
  context: CallContext,
  { entity, uses }: { entity: Entity; uses: readonly Call[] },
  work: (steps: Steps) => Promise<T>,
): Promise<T> {
  const { database, admin, key, routed } = context;
  const run = `${admin?.id ?? 0}:${key ?? randomUUID()}`;
  const { path } = routed.call;
  if (!(await beginRun(database, { run, entity, path }))) throw new CallError('busy');
  const started = performance.now();
  let n = 0;
  try {
    return await work({
      step: async (of, logged, write) => {
        await letOthersWrite(context, uses);
        const { result, last } = await database.transaction(async (db) => {
          const changes: Change[] = [];
          const undo: UndoEntry[] = [];
          const inside = { ...context, db, note: (change: Change) => changes.push(change) };
          const result = await write(inside, undo);
          // Storing the step holds the process once more.
          await nextTurn({ isTransaction: true });
          const last = await storeStep(db, { run, n: n + 1, entity: of, path }, undo);
          if (changes.length > 0) await logOperation(db, context, { params: logged, started }, changes);
          return { result, last };
        });
        n = last;
        return result;
      },
      finish: async (name, params, logged, last) => {
        await letOthersWrite(context, uses);
        return context.step(name, params, logged, async (inside) => {
          assertConnected(context);
          await endRun(inside.db, run);
          return last(inside);
        });
      },
    });
  } finally {
    // Completed work has no steps left. If the database fails here too, `undoAbandoned` retries; the first error is thrown.
    await undoRun(database, run).catch((error: Error) =>
      context.warn('imports', `what ${path} began is not taken back yet: ${error.message}`),
    );
  }
}
