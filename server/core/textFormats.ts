import { InvalidInput } from './errors.ts';

/**
 * Digits, with `+` and country code outside mainland China, without the trunk 0 of a Chinese mobile number. Full-width
 * characters are converted; spaces, dots, brackets and dashes dropped.
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

/** A URL name from a title: pinyin without tones, Latin words unchanged, joined by `-`. */
export async function slugFrom(title: string): Promise<string> {
  // Loaded on first use, because its dictionary is several megabytes.
  const { pinyin } = await import('pinyin-pro');
  const words = pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const name = words.join('-').toLowerCase();
  return (
    name
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80)
      .replace(/-$/, '') || 'item'
  );
}
