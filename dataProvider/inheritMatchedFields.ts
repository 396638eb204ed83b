import type { RaRecord } from 'ra-core';
import type { Entity } from '../contract/entity.ts';
import type { Values } from './replies.ts';

/**
 * Fills in missing fields of a new record that must equal a field of a referenced record (`match`).
 * @param find loads a record of an entity
 */
export async function inheritMatchedFields(
  { fields }: Entity,
  data: Values,
  find: (entity: string, id: number) => Promise<RaRecord | undefined>,
): Promise<Values> {
  const completed = { ...data };
  for (const [name, { entity = '', firm, match = {} }] of Object.entries(fields)) {
    const lacking = Object.entries(match).filter(([, own]) => completed[own] === undefined);
    if (!firm || !data[name] || lacking.length === 0) continue;
    const record = await find(entity, Number(data[name]));
    for (const [theirs, own] of record ? lacking : []) completed[own] = record?.[theirs];
  }
  return completed;
}
