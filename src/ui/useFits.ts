import type { RaRecord } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Field } from '../../contract/fields.ts';

/** Whether a field may refer to a record, regardless of the form's other values. */
export const matchesWhere = (where: Field['where'] = {}, row: RaRecord): boolean =>
  Object.entries(where).every(([name, value]) => [value].flat().includes(row[name]));

/** Whether a field may refer to a record, given the form's current values: `by` identifies these, `wanted` maps them to the record's fields. */
export function useFits({ where, match = {} }: Field) {
  const values = useWatch({ name: Object.values(match) }) as unknown[];
  // An empty value may be null at first and '' later.
  const wanted = Object.keys(match).map((name, at) => [name, values[at] || null] as const);
  const fits = (row: RaRecord) =>
    matchesWhere(where, row) && wanted.every(([name, value]) => (row[name] || null) === value);
  return Object.assign(fits, { by: JSON.stringify(wanted), wanted: Object.fromEntries(wanted) });
}

interface Choice {
  field: { value: unknown; onChange: (value: null) => void };
  /** The possible records; undefined while loading. */
  rows: RaRecord[] | undefined;
  fits: string;
}

/** Clears a choice that no longer fits after a value that it depends on has changed. A choice that never fitted stays. */
export function useClearedMisfit({ field, rows, fits }: Choice): void {
  const [first] = useState(fits);
  const clear = useEffectEvent(() => {
    if (field.value && rows && !rows.some(({ id }) => id === field.value)) field.onChange(null);
  });
  const isKnown = rows !== undefined;
  useEffect(() => {
    if (isKnown && fits !== first) clear();
  }, [fits, first, isKnown]);
}
