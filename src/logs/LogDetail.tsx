import { useRecordContext } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { detailFields } from '../fields/detailFields.tsx';
import { isEmpty } from '../utils/values.ts';
import { Facts } from './Facts.tsx';

interface Props {
  resource: Resource;
  /** Those to show; all of them where nothing is said. */
  names?: string[];
}

/** The fields of a log's record that hold something, each as its kind is read. */
export function LogDetail({ resource, names = Object.keys(resource.entity.fields) }: Props) {
  const label = useFieldLabel(resource.name);
  const record = useRecordContext();
  if (!record) return null;
  const facts = names
    .filter((name) => !isEmpty(record[name]))
    .map((name) => {
      const field = resource.entity.fields[name] as Field;
      const Show = resource.record.displays?.[name] ?? detailFields[field.kind];
      return { label: label(name), value: <Show field={field} name={name} record={record} /> };
    });
  return <Facts facts={facts} />;
}
