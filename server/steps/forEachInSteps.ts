import type { Call } from '../../contract/call.ts';
import { type Outcome, stepSize } from '../../contract/calls/recycle.ts';
import type { Entity } from '../../contract/entity.ts';
import type { CallContext } from '../engine/callContext.ts';
import { runEachInSavepoint } from '../engine/write/runEachInSavepoint.ts';
import { letOthersWrite, stepMs } from './inSteps.ts';

/**
 * Processes many records in steps of one short transaction each. What is refused for one record is told, and the others go on; what is
 * done stays. A repeat of an interrupted call continues where it stopped.
 * @throws CallError `body_unreadable` if the caller has disconnected; what is done stays
 * @param use the call for which each record stands, whose rule is checked before each step
 * @param about what a repeat with the same `Idempotency-Key` must have in common; the operation log stores it
 */
export async function forEachInSteps(
  context: CallContext,
  { entity, ids, use }: { entity: Entity; ids: readonly number[]; use: Call },
  about: Record<string, unknown>,
  work: (inside: CallContext, id: number) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  const ms = stepMs[context.database.kind];
  for (let at = 0; at < ids.length; ) {
    if (at > 0) await letOthersWrite(context, [use]);
    const part = ids.slice(at, at + stepSize);
    const { done, failed } = await context.step(`${at}`, { ...about, ids: part }, about, (inside) =>
      runEachInSavepoint(inside, entity, part, work, ms),
    );
    at += done + failed.length;
    outcome.done += done;
    outcome.failed.push(...failed);
    // A session or a right that has ended is no refusal of these records alone.
    if (failed.length > 0) await context.admitAgain([use]);
  }
  return outcome;
}
