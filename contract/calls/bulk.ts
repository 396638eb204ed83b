import { get, post } from '../call.ts';
import { json, refs, text } from '../fields.ts';
import { outcome } from './recycle.ts';

/** How many records one call goes through at most. */
export const mostInBulk = 10_000;

const many = {
  entity: text(40, { required: true }),
  ids: refs('', { max: mostInBulk }),
  /** In the place of ids: what the entity's list is narrowed by. */
  filter: json<Record<string, unknown>>()({ paramsOf: 'filter' }),
};
const shared = {
  access: 'signed-in',
  extension: 'bulk',
  writes: true,
  steps: true,
  timeoutMs: 30_000,
  returns: outcome,
} as const;

/**
 * The ids of all that a list's filter shows, so that a client can go through them step by step. Needs the list's rule; not of
 * entities with secrets.
 */
export const bulkSelect = get('base.Bulk/select', {
  title: '选择全部',
  access: 'signed-in',
  extension: 'bulk',
  params: { entity: many.entity, filter: many.filter },
  returns: { ids: refs('') },
});

/**
 * Changes fields of many records, each as its own edit would; needs the rule of that, and with a filter the list's too. Not
 * of entities with secrets (`takesGenericCalls`).
 */
export const bulkEdit = post('base.Bulk/edit', {
  ...shared,
  title: '批量编辑',
  params: { ...many, fields: json<Record<string, unknown>>()({ paramsOf: 'update' }) },
});

/** Deletes many records, each as its own deletion would; needs the rule of that, and with a filter the list's too. */
export const bulkDelete = post('base.Bulk/delete', { ...shared, title: '批量删除', params: many });
