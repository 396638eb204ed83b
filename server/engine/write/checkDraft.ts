import { contradictions } from '../../../contract/contradictions.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { type FieldErrors, InvalidInput } from '../../core/errors.ts';
import type { Row } from '../../database/tables.ts';
import type { UnitOfWork } from '../callContext.ts';
import { rulesOf } from '../kinds/index.ts';
import { refuse, type Verdict, type WrittenValue } from '../kinds/kindRules.ts';
import type { Limited } from '../withinLimits.ts';
import { checkUnique } from './uniqueValues.ts';

/**
 * Checks what a schema cannot, each field by the rules of its kind. A refusal names only what the caller sees.
 * @param before null for a new record
 * @returns the values to store
 * @throws InvalidInput
 */
export async function checkDraft(
  { db, admin, copiedFrom }: Limited & Pick<UnitOfWork, 'db' | 'copiedFrom'>,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [name, field] of fieldsToCheck(entity, draft, before)) {
    const { valueToCheck } = rulesOf(field);
    const value = valueToCheck ? valueToCheck(field, draft[name], before?.[name]) : draft[name];
    const verdict = await checkValue({ db, admin, entity, name, field, value, draft, before, copiedFrom });
    if ('error' in verdict) errors[name] = verdict.error;
    else if ('errors' in verdict) Object.assign(errors, verdict.errors);
    else values[name] = verdict.value;
  }
  for (const [name, error] of Object.entries(contradictions(entity, draft, before))) errors[name] ??= error;
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

async function checkValue(written: WrittenValue & Limited): Promise<Verdict> {
  const { field, name, value, before } = written;
  if (isListTooLong(value, before?.[name])) return refuse('field_too_long', { limit: longestList });
  const checkWithin = async (inner: Field, innerValue: unknown): Promise<Verdict> => {
    const checked = { ...written, field: inner, value: innerValue, checkWithin };
    return (await rulesOf(inner).check?.(checked)) ?? { value: innerValue };
  };
  const verdict = await checkWithin(field, value);
  const isUnchecked = 'value' in verdict && !verdict.skipsUniqueness;
  return isUnchecked ? checkUnique({ ...written, value: verdict.value }) : verdict;
}

/** Returns the fields that were sent, in their order, then those that are checked whatever was sent. */
function fieldsToCheck(entity: Entity, draft: Record<string, unknown>, before: Row | null) {
  const { fields } = entity;
  const always = Object.keys(fields).filter((name) =>
    rulesOf(fields[name]).isAlwaysChecked?.(entity, name, draft, before),
  );
  const names = new Set([...Object.keys(draft), ...always]);
  return [...names].flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []));
}

/** Limits a list of pictures, files or items, in characters of JSON, because lists return it for each record. */
const longestList = 100_000;
const isListTooLong = (value: unknown, before: unknown) => {
  const length = Array.isArray(value) ? JSON.stringify(value).length : 0;
  return length > longestList && length > JSON.stringify(before ?? null).length; // an older one may be made shorter
};
