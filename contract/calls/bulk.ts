import { get, post } from '../call.ts';
import type { Entity } from '../entity.ts';
import { json, refs, text } from '../fields.ts';
import { batchKey, batchOf, outcome } from './recycle.ts';

export const maxInBulk = 10_000;

const many = {
  entity: text(40, { required: true }),
  ids: refs('', { max: maxInBulk }),
  /** The list filter that selects the records, instead of `ids`. */
  filter: json<Record<string, unknown>>()({ paramsOf: 'filter' }),
};
const changed = { ...many, ...batchKey };
const shared = {
  access: 'signed-in',
  extension: 'bulk',
  writes: true,
  steps: true,
  batch: true,
  timeoutMs: 30_000,
  returns: { ...outcome, ...batchOf },
} as const;

/**
 * Returns the ids of all records that match a list filter. It needs the list's rule and refuses entities with secrets.
 */
export const bulkSelect = get('base.Bulk/select', {
  title: '选择全部',
  access: 'signed-in',
  extension: 'bulk',
  params: { entity: many.entity, filter: many.filter },
  returns: { ids: refs('') },
});

/**
 * Edits each record as its own edit call would. It needs the rule of the edit, and with a filter the list's too.
 * Entities must pass `takesGenericCalls`.
 */
export const bulkEdit = post('base.Bulk/edit', {
  ...shared,
  alike: true,
  title: '批量编辑',
  confirmed: 'sometimes',
  params: { ...changed, fields: json<Record<string, unknown>>()({ paramsOf: 'update' }) },
});

/**
 * Deletes each record as its own delete call would. It needs the rule of the deletion, and with a filter the list's
 * too.
 */
export const bulkDelete = post('base.Bulk/delete', {
  ...shared,
  title: '批量删除',
  confirmed: 'sometimes',
  params: changed,
});

/** One call copies at most so many records, and either all of them or none. */
export const maxCopies = 100;

/** Only contents can be copied, because they have a state in which a copy is not public. */
export const canDuplicate = ({ model, calls }: Pick<Entity, 'model' | 'calls'>): boolean =>
  model !== undefined && calls.create !== undefined;

/**
 * Copies records as drafts, in the order of `ids`, in steps. It needs the rules to list and to create. Counters, unique
 * values and times of publication begin anew. If one record is refused, none is copied, and `data` has its `id` and
 * `errors` by field.
 */
export const bulkDuplicate = post('base.Bulk/duplicate', {
  title: '复制记录',
  access: 'signed-in',
  extension: 'duplicate',
  writes: true,
  steps: true,
  batch: true,
  timeoutMs: 30_000,
  params: { entity: many.entity, ids: refs('', { required: true, max: maxCopies }) },
  /** `ids` are those of the copies. */
  returns: { ids: refs(''), ...batchOf },
});
