import { get, post } from '../call.ts';
import { int, json, refs, text, time } from '../fields.ts';

/** What became of several records: how many it was done with, and each that was refused, with why. */
export interface Outcome {
  done: number;
  failed: { id: number; title: string; msg: string; errors?: Record<string, string> }[];
}
/** The reply of a call that goes through several records. */
export const outcome = { done: int({ required: true }), failed: json<Outcome['failed']>()() };

/** How many records go into one transaction. */
export const stepSize = 100;

/** What was deleted, the last first, of the entities that the caller may delete from; what went with a column stands under it. */
export const recycleList = get('base.Recycle/list', {
  title: '回收站列表',
  extension: 'recycle',
  params: { entity: text(40), searchKey: text(100), page: int({ min: 1 }), limit: int({ min: 1, max: 100 }) },
  apart: ['entity', 'id'],
  returns: {
    page: {
      id: int({ required: true }),
      entity: text(40),
      title: text(200),
      deleted_at: time({ required: true }),
      /** Of the administrator, as the operation log has it. */
      deleted_by: text(60),
      /** How many records of each entity went with it. */
      holds: json<Record<string, number>>()(),
    },
  },
});

const some = { entity: text(40, { required: true }), ids: refs('', { required: true, max: stepSize }) };

/** Brings records back with what went with them; what they belong to must be there. */
export const recycleRestore = post('base.Recycle/restore', {
  title: '从回收站恢复',
  extension: 'recycle',
  writes: true,
  timeoutMs: 30_000,
  params: some,
  returns: outcome,
});

/** Deletes for good, with what hangs on it. */
export const recyclePurge = post('base.Recycle/purge', {
  title: '彻底删除',
  extension: 'recycle',
  writes: true,
  timeoutMs: 30_000,
  params: some,
  returns: outcome,
});
