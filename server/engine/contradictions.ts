import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import type { FieldErrors } from '../core/errors.ts';
import type { Row } from '../database/generic.ts';

/**
 * Checks a record's values against each other by the rules `atLeast`, `after` and `neededWhere` of its fields.
 * @param before the record that the draft changes, or null; contradictions that it already had are not reported
 */
export function contradictions({ fields }: Entity, draft: Record<string, unknown>, before: Row | null): FieldErrors {
  const whole: Record<string, unknown> = { ...before, ...draft };
  const isChanged = (name: string) => name in draft && (!before || String(draft[name]) !== String(before[name]));
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const { atLeast, after, neededWhere = {} } = field;
    if ([name, atLeast ?? after ?? name, ...Object.keys(neededWhere)].some(isChanged)) {
      const error = verdictOf(name, field, whole);
      if (error) errors[name] = error;
    }
  }
  return errors;
}

function verdictOf(name: string, field: Field, whole: Record<string, unknown>): FieldErrors[string] | undefined {
  const { kind, atLeast, after, neededWhere } = field;
  const value = whole[name];
  if (isEmpty(value)) {
    const isNeeded =
      neededWhere && Object.entries(neededWhere).every(([other, values]) => values.includes(whole[other] as string));
    return isNeeded ? { key: 'field_required' } : undefined;
  }
  const bound = whole[atLeast ?? after ?? ''];
  if (isEmpty(bound)) return undefined;
  const [own, other] = kind === 'time' ? [String(value), String(bound)] : [Number(value), Number(bound)];
  if (own > other || (own === other && !after)) return undefined;
  if (kind !== 'time') return { key: 'field_too_small', values: { limit: String(bound) } };
  return { key: after ? 'field_not_after' : 'field_before' };
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
