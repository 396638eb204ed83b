import { useRecordContext } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../declaration/resource.ts';
import { listFields } from '../fields/listFields.tsx';

/** A field of the record at hand, as the resource shows it, or else its kind. */
export function FieldValue({ resource, name }: { resource: Resource; name: string }) {
  const record = useRecordContext();
  const field = resource.entity.fields[name] as Field;
  const Show = resource.record.displays?.[name] ?? listFields[field.kind];
  return record ? <Show field={field} name={name} record={record} /> : null;
}
