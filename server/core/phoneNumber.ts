import { InvalidInput } from './errors.ts';

/**
 * The one form in which telephone numbers are kept and compared: digits, with `+` and country code where it is not that of
 * mainland China; a trunk 0 before a mobile number there is dropped too. Full-width signs are read as the others; spaces, dots, brackets and dashes only set apart.
 */
export function phoneNumberOf(typed: string): string {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  return digits.replace(/^(\+?86)?0?(?=1\d{10}$)/, '');
}

/** A number that a message can go to. @throws InvalidInput at `field` */
export function dialled(typed: string, field: string): string {
  const number = phoneNumberOf(typed);
  if (!/^\+?\d{5,20}$/.test(number)) throw new InvalidInput({ [field]: { key: 'format_phone' } });
  return number;
}
