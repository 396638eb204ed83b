import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { isNestedTooDeep } from '../core/jsonSize.ts';
import { phoneNumberOf } from '../core/textFormats.ts';
import { normalizedItemValue, uniqueItemFields } from '../database/derived/itemValues.ts';

/** To find duplicates within the file: the database cannot see rows that are checked in another transaction. */
export function uniqueKeys(entity: Entity, values: Record<string, unknown>): [field: string, key: string][] {
  const ofRecord = Object.entries(entity.fields).flatMap(([name, field]): [string, string][] => {
    const value = comparable(field, values[name]);
    const within = Array.isArray(field.unique) ? field.unique : [];
    if (!field.unique || value === '' || within.some((other) => values[other] === undefined)) return [];
    return [[name, JSON.stringify([name, value, ...within.map((other) => String(values[other]))])]];
  });
  const ofItems = uniqueItemFields(entity).flatMap(({ list, name }) =>
    itemsIn(values[list]).flatMap((item, at): [string, string][] => {
      const value = normalizedItemValue(item?.[name]);
      return value === '' ? [] : [[`${list}.${at}.${name}`, JSON.stringify([list, name, value])]];
    }),
  );
  return [...ofRecord, ...ofItems];
}

/** The value as `checkDraft` stores and compares it: databases ignore the case of ASCII letters only. */
function comparable({ phone, caseless }: Field, value: unknown): string {
  const text = String(value ?? '');
  if (phone) return phoneNumberOf(text);
  return caseless ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
}

/** The items in a cell; none if it is no list, which the field's own check refuses. */
function itemsIn(cell: unknown): (Record<string, unknown> | null)[] {
  const text = String(cell);
  if (isNestedTooDeep(text)) return [];
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

export function openTransactionalSet() {
  const committed = new Set<string>();
  const pending = new Set<string>();
  return {
    has: (key: string) => committed.has(key) || pending.has(key),
    add: (key: string) => void pending.add(key),
    commit: () => {
      for (const key of pending) committed.add(key);
      pending.clear();
    },
    rollback: () => pending.clear(),
  };
}
