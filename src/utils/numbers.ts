import type { Validator } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { typedNumber } from '../../contract/narrowNumber.ts';

const digits = /^-?\d+(\.\d+)?$/;

/** The number of a typed text: null if it is blank, the text itself if it is no number or one that would be rounded. */
export function readNumber(text: string): number | string | null {
  const number = typedNumber(text);
  if (number === '') return null;
  return digits.test(number) && Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER ? Number(number) : text;
}

/** Refuses what `readNumber` left as text, because it is no number. */
export const isNumber: Validator = (value: unknown) =>
  typeof value !== 'string' || digits.test(typedNumber(value)) ? undefined : 'ra.validation.number';

export const isInteger: Validator = (value: unknown) =>
  typeof value !== 'number' || Number.isInteger(value) ? undefined : 'formats.format_int';

/** Refuses what `readNumber` left as text, because it would be rounded. After a field's own limits, which are narrower. */
export const isExactNumber: Validator = (value: unknown) => {
  if (typeof value !== 'string') return undefined;
  return Number(typedNumber(value)) > 0
    ? { message: 'ra.validation.maxValue', args: { max: Number.MAX_SAFE_INTEGER } }
    : { message: 'ra.validation.minValue', args: { min: Number.MIN_SAFE_INTEGER } };
};

/** The keyboard of a phone for whole numbers. That of iOS for digits has no minus. */
export const integerKeyboard = ({ min }: Pick<Field, 'min'>) => (min !== undefined && min < 0 ? undefined : 'numeric');
