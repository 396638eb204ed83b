import { get, post } from '../call.ts';
import { flag, int, json, refs, text, time } from '../fields.ts';
import { batchKey, batchOf, type Outcome, stepSize } from './recycle.ts';

/** A record that changed after the batch. */
export interface ChangedRecord {
  /** Identifies the record within the batch. Records that come later in the batch have greater keys. */
  key: number;
  entity: string;
  id: number;
  title: string;
  /** Who changed the record last, and when; empty if nobody is known. */
  username: string;
  nickname: string;
  time: string | null;
  /** Whether the record has gone to the recycle bin since, so that it cannot be put back. */
  is_deleted: 0 | 1;
}

const changed = json<ChangedRecord[]>()({
  shape: {
    list: {
      key: int(),
      entity: text(40),
      id: int(),
      title: text(200),
      username: text(60),
      nickname: text(100),
      time: time(),
      is_deleted: flag(),
    },
  },
});
const batch = text(40, { required: true });
const shared = { access: 'signed-in', extension: 'batches' } as const;

/**
 * Tells what undoing a batch would do now. The caller needs the rule of the list of each entity in the batch, and those
 * of the calls that undo it: the edit for changed records, the deletion for created, deleted and restored ones.
 */
export const batchRead = get('base.Batch/read', {
  ...shared,
  title: '查看批次',
  timeoutMs: 60_000,
  params: { batch },
  returns: {
    /** Number of records that are as the batch left them. */
    ready: int({ required: true }),
    /** Number of records that are already as they were before the batch. */
    undone: int({ required: true }),
    /** Number of records that are deleted for good, or whose versions are. */
    gone: int({ required: true }),
    changed,
  },
});

/**
 * Puts records back as they were before a batch: created ones are deleted, deleted ones restored, changed fields put
 * back. Each is undone as its own edit or delete call would do it, latest first, at most `stepSize` in one transaction.
 * The client repeats the call with `next` as `before` until `next` is 0. Deleted columns come back before the others,
 * in transactions of their own, and stay if the rest fails. Records that changed since the batch are left alone and
 * named, unless `force` has their keys.
 */
export const batchUndo = post('base.Batch/undo', {
  ...shared,
  title: '撤销批次',
  writes: true,
  steps: true,
  batch: true,
  timeoutMs: 60_000,
  params: { batch, before: int({ min: 0 }), force: refs('', { max: stepSize }), ...batchKey },
  returns: {
    done: int({ required: true }),
    changed,
    failed: json<(Outcome['failed'][number] & { entity: string })[]>()(),
    next: int({ required: true }),
    ...batchOf,
  },
});
