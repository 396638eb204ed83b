import { InvalidInput } from './errors.ts';

/**
 * The normal form in which phone numbers are stored and compared: digits, with `+` and country code outside mainland
 * China. A trunk 0 before a Chinese mobile number is dropped. Full-width characters are converted; spaces, dots, brackets
 * and dashes are ignored.
 */
export function phoneNumberOf(typed: string): string {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  return digits.replace(/^(\+?86)?0?(?=1\d{10}$)/, '');
}

/** A number to which messages can be sent. @throws InvalidInput at `field` */
export function dialled(typed: string, field: string): string {
  const number = phoneNumberOf(typed);
  if (!/^\+?\d{5,20}$/.test(number)) throw new InvalidInput({ [field]: { key: 'format_phone' } });
  return number;
}
