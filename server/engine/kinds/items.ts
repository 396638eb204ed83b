import { codecs } from '../../../contract/codecs.ts';
import type { Field } from '../../../contract/fields.ts';
import { findItemConflicts } from './itemConflicts.ts';
import type { KindRules } from './kindRules.ts';
import { isUntidy, sentOrTidied } from './text.ts';

type Item = Record<string, unknown>;

/** Rows of a table within a record, such as a product's prices. */
export const items: KindRules = {
  check: async (checked) => {
    const { entity, before } = checked;
    const rows = (checked.value ?? []) as (Item | null)[];
    const errors = await findItemConflicts(checked, entity, checked.name, rows, before?.id ?? null);
    for (const [name, field] of Object.entries(checked.field.of ?? {})) {
      for (const [at, row] of rows.entries()) {
        const verdict = row && (await checked.checkWithin(field, row[name] ?? null));
        if (verdict && 'error' in verdict) errors[`${checked.name}.${at}.${name}`] = verdict.error;
      }
    }
    return Object.keys(errors).length > 0 ? { errors } : { value: asStored(checked.field, rows) };
  },
  isAlwaysChecked: isUntidy,
  valueToCheck: sentOrTidied,
};

/** Items in their stored form: blank ones dropped, money with two places. */
function asStored({ of = {} }: Field, rows: (Item | null)[]): Item[] {
  const written = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    of[name]?.kind === 'money' ? codecs.money.decode(value) : value,
  ];
  return rows.flatMap((row) => (row ? [Object.fromEntries(Object.entries(row).map(written))] : []));
}
