import { maxLength, maxValue, minLength, minValue, type RaRecord, regex, required, type Validator } from 'ra-core';
import { contradictions, type Problem } from '../../contract/contradictions.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { formatOf, patterns } from '../../contract/formats.ts';
import { isSafeLink } from '../../contract/links.ts';
import { isBirthday } from '../../contract/moment.ts';
import { isNumberField, isOneLine, tidied } from '../../contract/oneLine.ts';
import { features } from '../services/services.ts';
import { isInteger } from '../utils/numbers.ts';

const isBorn: Validator = (value: unknown) =>
  !value || isBirthday(String(value)) ? undefined : 'formats.format_birthday';

/** These validators if the back end has the same rules; of another back end only the reply counts. */
export const ifChecked = (...validators: Validator[]) => (features.has('checks') ? validators : []);

/** The validators that follow from a field's declaration. */
export function validatorsOf(field: Field, isNew: boolean): Validator[] {
  const isNumber = field.kind === 'int';
  const isNeeded = field.required && (isNew || !field.writeOnly);
  const pattern = field.kind === 'money' ? patterns.money : field.pattern;
  const format = pattern && formatOf(pattern);
  const validators = [
    isNeeded && required(),
    field.max !== undefined && (isNumber ? maxValue(field.max) : maxLength(field.max)),
    field.min !== undefined && (isNumber ? minValue(field.min) : minLength(field.min)),
    pattern !== undefined && regex(new RegExp(`^$|${pattern}`), format && `formats.${format}`),
    field.birth && isBorn,
    field.link && isLink,
  ].filter((validator): validator is Validator => Boolean(validator));
  const checks = ifChecked(
    ...(isOneLine(field) || isNumberField(field) ? validators.map(ofTidied(field)) : validators),
  );
  // An integer is whole before every back end.
  return isNumber ? [isInteger, ...checks] : checks;
}

const isLink: Validator = (value: unknown) => (isSafeLink(String(value ?? '')) ? undefined : 'formats.format_link');

/**
 * Checks a value as it will be stored: neither blanks around a text nor full-width digits of a number are a fault. The copy has the validator's own properties, because
 * react-admin marks a field as required by `isRequired` of `required()`.
 */
const ofTidied =
  (field: Field) =>
  (validator: Validator): Validator =>
    Object.assign((value: unknown, ...rest: [unknown, unknown]) => validator(tidied(field, value), ...rest), validator);

/**
 * @param before the record that the form edits; null in a form for a new one
 */
export function contradictionValidators(entity: Entity, name: string, before: RaRecord | null): Validator[] {
  const isChecked = entity.fields[name]?.atLeast || entity.checks?.some(({ fields }) => fields[0] === name);
  if (!isChecked) return [];
  return ifChecked((_value, values) => messageOf(contradictions(entity, values, before)[name]));
}

function messageOf(problem: Problem | undefined) {
  if (problem?.key === 'field_required') return 'ra.validation.required';
  if (problem?.key === 'field_too_small')
    return { message: 'ra.validation.minValue', args: { min: problem.values?.limit } };
  return problem && { message: `formats.${problem.key}`, args: problem.values ?? {} };
}
