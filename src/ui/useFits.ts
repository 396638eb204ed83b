import type { RaRecord } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Field } from '../../contract/fields.ts';

/** Whether a record is one of those that a field may refer to, whatever else its form holds. */
export const matchesWhere = (where: Field['where'] = {}, row: RaRecord): boolean =>
  Object.entries(where).every(([name, value]) => [value].flat().includes(row[name]));

/** Whether the form around it may refer to a record, by the form's current values; `by` lists these, `wanted` maps them to the record's fields. */
export function useFits({ where, match = {} }: Field) {
  const own = useWatch({ name: Object.values(match) }) as unknown[];
  // Nothing may be null at first and '' later: that is no change.
  const wanted = Object.keys(match).map((name, at) => [name, own[at] || null] as const);
  const fits = (row: RaRecord) =>
    matchesWhere(where, row) && wanted.every(([name, value]) => (row[name] || null) === value);
  return Object.assign(fits, { by: JSON.stringify(wanted), wanted: Object.fromEntries(wanted) });
}

interface Chosen {
  field: { value: unknown; onChange: (value: null) => void };
  /** The records that may be chosen, once they are known. */
  rows: RaRecord[] | undefined;
  fits: string;
}

/** Lets go of a choice that no longer fits since what it depends on was changed; one that never did is left alone. */
export function useClearedMisfit({ field, rows, fits }: Chosen): void {
  const [first] = useState(fits);
  const clear = useEffectEvent(() => {
    if (field.value && rows && !rows.some(({ id }) => id === field.value)) field.onChange(null);
  });
  const isKnown = rows !== undefined;
  useEffect(() => {
    if (isKnown && fits !== first) clear();
  }, [fits, first, isKnown]);
}
