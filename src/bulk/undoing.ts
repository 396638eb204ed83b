import { batchUndo, type ChangedRecord } from '../../contract/calls/batch.ts';
import { type Outcome, stepSize } from '../../contract/calls/recycle.ts';
import type { Steps } from '../delete/steps.ts';
import { http } from '../services/services.ts';

/**
 * Undoes a batch, latest records first. Each step continues where the last one ended, whatever its ids are.
 * @param force the keys of changed records that are undone all the same
 * @param onChanged says what is reported of a changed record, if anything
 */
export function undoing(
  batch: string,
  force: number[],
  onChanged: (record: ChangedRecord) => string | undefined,
): Steps & { isOver(): boolean } {
  let before: number | undefined;
  const keys = force.toSorted((one, other) => other - one);
  return {
    size: stepSize,
    isOver: () => before === 0,
    take: async (_ids, batch_key) => {
      if (before === 0) return { done: 0, failed: [] };
      // A step has at most `stepSize` records, so at most as many of these.
      const due = keys.filter((key) => key < (before ?? Number.POSITIVE_INFINITY)).slice(0, stepSize);
      const params = { batch, force: due, ...(before && { before }), ...(batch_key && { batch_key }) };
      const { done = 0, failed = [], changed = [], next = 0 } = await http.call(batchUndo, params);
      before = next;
      const left = changed.flatMap((record): Outcome['failed'] => {
        const msg = onChanged(record);
        return msg ? [{ id: record.id, title: record.title, msg }] : [];
      });
      return { done, failed: [...failed, ...left] };
    },
  };
}
