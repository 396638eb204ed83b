import { isRecord } from '../../contract/codecs.ts';
import type { Field, Fields } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { type FieldErrors, InvalidInput, longestText } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import { checkHtmlOf } from '../engine/kinds/html/html.ts';

type Values = Record<string, unknown>;

/** Parameters of a record's edit that nobody types into its form. */
const neverTyped = ['id', 'version', 'status'];

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;
const isListOf = (is: (item: unknown) => boolean) => (value: unknown) =>
  value === null || (Array.isArray(value) && value.every(is));
const isListOfRecords = isListOf(isRecord);
/** The shape that a form gives to each kind of value; all others are scalars. */
const shapes: Partial<Record<Kind, (value: unknown) => boolean>> = {
  refs: isListOf(isScalar),
  images: isListOfRecords,
  files: isListOfRecords,
  items: isListOfRecords,
  params: (value) => value === null || isRecord(value),
  json: () => true,
};

/** Finds what is wrong with a value even in a form that is not saved yet. Longer texts could take seconds to check. */
function findFlaw({ kind }: Field, value: unknown): FieldErrors[string] | undefined {
  if (!(shapes[kind] ?? isScalar)(value)) return { key: 'field_kind' };
  if (typeof value === 'string' && value.length > longestText)
    return { key: 'field_too_long', values: { limit: longestText } };
  return undefined;
}
const fieldOf = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** Checks the values whose fields are known. @throws InvalidInput */
export function assertTyped(fields: Fields, values: Values): void {
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(fields, name);
    const flaw = field && findFlaw(field, value);
    if (flaw) errors[name] = flaw;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** PostgreSQL refuses a record with a NUL. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNul);

/**
 * Checks what is typed. It may be incomplete, but others see it in their forms: it has only fields of the edit, in the
 * shape that a form gives them, and nothing that a browser would run.
 * @returns the values with clean HTML
 */
export async function readTyped(db: Db, fields: Fields, values: Values): Promise<Values> {
  const errors: FieldErrors = Object.create(null); // a field may be named __proto__
  const typed = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const field = neverTyped.includes(name) ? undefined : fieldOf(fields, name);
    const flaw = field ? findFlaw(field, value) : ({ key: 'field_unknown' } as const);
    if (flaw) errors[name] = flaw;
    else if (hasNul(value)) errors[name] = { key: 'field_nul' };
    else if (field?.kind === 'html' && value) {
      const verdict = await checkHtmlOf(db, String(value));
      if ('error' in verdict) errors[name] = verdict.error;
      else typed[name] = verdict.value;
    }
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return typed;
}
