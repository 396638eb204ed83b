import { useTranslate } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { kinds } from '../../contract/kinds.ts';
import { Code, plain } from '../fields/plain.tsx';
import { isEmpty } from '../isEmpty.ts';

interface Props {
  /** Undefined of what is no field: it is shown as it is. */
  field: Field | undefined;
  name: string;
  values: Record<string, unknown>;
}

const isNothing = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

/** A value that the log kept, as its kind is read. */
export function FieldValue({ field, name, values }: Props) {
  const translate = useTranslate();
  const kept = values[name];
  // Of a secret there are stars alone.
  if (field?.writeOnly || kept === '***') return '***';
  const value = field ? kinds[field.kind].decode(kept, field) : kept;
  if (isNothing(value)) return <span>{translate('log.nothing')}</span>;
  const Show = field ? plain[field.kind] : typeof value === 'object' ? Code : plain.text;
  return <Show field={field ?? { kind: 'text' }} name={name} record={{ id: 0, [name]: value }} />;
}
