import { useRecordContext } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { shows } from '../fields/shows.tsx';

/** A field of the record at hand, as its kind is shown. */
export function Shown({ field, name }: { field: Field; name: string }) {
  const record = useRecordContext();
  const Show = shows[field.kind];
  return record ? <Show field={field} name={name} record={record} /> : null;
}
