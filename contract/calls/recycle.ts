import { get, post } from '../call.ts';
import type { Entity } from '../entity.ts';
import { int, json, refs, text, time } from '../fields.ts';

export interface Outcome {
  done: number;
  failed: { id: number; title: string; msg: string; errors?: Record<string, string> }[];
}
/** Calls that make a batch use these. The batch's name is empty for entities without versions. */
export const batchKey = { batch_key: text(100, { extension: 'batches' }) };
export const batchOf = { batch: text(40, { extension: 'batches' }) };
export const outcome = { done: int({ required: true }), failed: json<Outcome['failed']>()() };

export const stepSize = 100;

/**
 * Lists deleted records, latest first, of entities that the caller may delete. Records that were deleted with a column
 * are counted in its `holds`.
 */
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
      /** The administrator's nickname, or else the user name that the operation log has. */
      deleted_by: text(100),
      /** How many records of each entity were deleted with it. */
      holds: json<Record<string, number>>()(),
    },
  },
});

const shared = {
  extension: 'recycle',
  writes: true,
  steps: true,
  timeoutMs: 30_000,
  params: { entity: text(40, { required: true }), ids: refs('', { required: true, max: stepSize }) },
  returns: outcome,
} as const;

/** Restores records together with what was deleted with them. Whatever they belong to must still exist. */
export const recycleRestore = post('base.Recycle/restore', {
  ...shared,
  title: '从回收站恢复',
  batch: true,
  params: { ...shared.params, ...batchKey },
  returns: { ...outcome, ...batchOf },
});

/** Deletes records for good, with their dependents. */
export const recyclePurge = post('base.Recycle/purge', { ...shared, title: '彻底删除', confirmed: 'always' });

/** The recycle bin as an entity without a table: its screen lists the deleted records of all entities. */
export const recycleBin = {
  name: 'recycle',
  title: '回收站',
  screen: '/recycle',
  label: 'title',
  fields: {
    title: text(200, { search: true }),
    entity: text(40),
    deleted_at: time(),
    deleted_by: text(60),
  },
  calls: { list: recycleList },
} as const satisfies Entity;
