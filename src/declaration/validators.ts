import { maxLength, maxValue, minLength, minValue, regex, required, type Validator } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { formatOf, patterns } from '../../contract/formats.ts';
import { isBirthday } from '../../contract/moment.ts';
import { features } from '../services/services.ts';

const isBorn: Validator = (value: unknown) =>
  !value || isBirthday(String(value)) ? undefined : 'formats.format_birthday';

/** These checks, where the back end has such rules; another one's are not known, and its reply is the only check. */
export const ifChecked = (...validators: Validator[]) => (features.has('checks') ? validators : []);

/** The checks of a field that need no server, from its declaration; `isNew` is false while a record is edited. */
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
  ].filter((validator): validator is Validator => Boolean(validator));
  return ifChecked(...validators);
}
