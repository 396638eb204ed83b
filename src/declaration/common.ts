import type { RaRecord, Validator } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { validatorsOf } from './validators.ts';

/** Props of a read-only field. */
export interface ShowProps {
  field: Field;
  name: string;
  record: RaRecord;
}

export interface InputProps {
  field: Field;
  /** The path of its value in the form. */
  name: string;
  /** Replaces the resource's label. */
  label?: string;
  isNew: boolean;
  isReadOnly?: boolean;
  /** The message key of the helper text. */
  hint?: string;
  /** Checks beside those of the field itself. */
  validators?: Validator[];
}

/** An emptied text is `''` on the wire and in every row; react-admin would send null. */
const textual: readonly Kind[] = ['text', 'longtext', 'html', 'slug', 'image', 'file'];
const asText = (value: unknown) => value ?? '';

/** The props that every input derives from its field. */
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
