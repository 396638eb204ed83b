import type { RaRecord, Validator } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { validatorsOf } from './validators.ts';

/** What shows a field of a record. */
export interface ShowProps {
  field: Field;
  name: string;
  record: RaRecord;
}

export interface InputProps {
  field: Field;
  /** Where its value stands in the form. */
  name: string;
  /** In place of the label that the resource gives its field. */
  label?: string;
  isNew: boolean;
  isReadOnly?: boolean;
  /** The key of what is said below it. */
  hint?: string;
  /** Checks beside those of the field itself. */
  validators?: Validator[];
}

/** What stands in a text that was emptied is `''`, on the wire and in every row; react-admin would make it null. */
const textual: readonly Kind[] = ['text', 'longtext', 'html', 'slug', 'image', 'file'];
const asText = (value: unknown) => value ?? '';

/** What every input takes from its field. */
export const common = ({ field, name, label, isNew, isReadOnly, hint, validators = [] }: InputProps) => ({
  source: name,
  label,
  readOnly: isReadOnly,
  validate: [...validatorsOf(field, isNew), ...validators],
  fullWidth: true,
  helperText: hint ?? (false as const),
  ...(textual.includes(field.kind) && { parse: asText }),
  // The server's clock, not the browser's.
  defaultValue: isNew && field.default !== 'now' ? field.default : undefined,
});
