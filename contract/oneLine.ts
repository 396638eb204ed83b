import { isRecord } from './codecs.ts';
import type { Field, Fields } from './fields.ts';
import { withNarrowScheme } from './links.ts';

/** Scripts in which a joiner between two letters changes how they are written. */
const joinedScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}' +
  '\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}' +
  '\\p{Script=Sinhala}\\p{Script=Khmer}';
const emoji = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F';

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const joiners = new RegExp(`(?<![${joinedScripts}${emoji}])[\\u200C\\u200D]`, 'gu');
/** Control characters but NUL, which is refused, the soft hyphen, and characters without a width, also those that turn the direction of a line. */
const unseen = /(?!\0)\p{Cc}|[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/gu;

/**
 * A text of one line as it is stored and looked for: without what nobody sees, and without blanks around it. A line
 * break is a blank. Joiners stay where a script or an emoji needs them.
 */
export const oneLineOf = (text: string): string =>
  text.replace(breaks, ' ').replace(unseen, '').replace(joiners, '').trim();

/** Longer texts may have several lines. */
export const isOneLine = ({ kind, max = 0, link, writeOnly, verbatim }: Field): boolean =>
  (kind === 'slug' || (kind === 'text' && (max <= 300 || link === true))) && !writeOnly && !verbatim;

/** A value as it is stored: its texts of one line, those of items too. */
export function tidied(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && isOneLine(field)) {
    const line = oneLineOf(value);
    return field.link ? withNarrowScheme(line) : line;
  }
  const { of } = field;
  return of && Array.isArray(value) ? value.map((item) => (isRecord(item) ? tidiedItem(of, item) : item)) : value;
}

const tidiedItem = (of: Fields, item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, of[name] ? tidied(of[name], value) : value]));
