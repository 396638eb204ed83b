import { isRecord } from './codecs.ts';
import type { Field, Fields } from './fields.ts';
import { withNarrowScheme } from './links.ts';
import { joinTags, tagsOf } from './tags.ts';

/** Scripts in which a joiner between two letters changes how they are written. */
const joinedScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}' +
  '\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}' +
  '\\p{Script=Sinhala}\\p{Script=Khmer}';
const emoji = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F';

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029\u2800]+/g;
const joiners = '\\u200C\\u200D';
/** They choose a form of the emoji or key before them. Forms of ideographs, which fonts seldom have, make doubles that nobody tells apart. */
const selectors = '\\uFE0E\\uFE0F';
const mongolianSelectors = '\\u180B-\\u180D\\u180F';
/** After a black flag they spell the flag of a region. */
const tags = '\\u{E0001}\\u{E0020}-\\u{E007F}';
const needed = `${joiners}${selectors}${mongolianSelectors}${tags}`;

/** Control characters but NUL, which is refused, and what Unicode says is not displayed, also what turns the direction of a line. */
const unseen = new RegExp(
  [
    '(?!\\0)\\p{Cc}',
    '[\\uFFF9-\\uFFFB]',
    `(?![${needed}])\\p{Default_Ignorable_Code_Point}`,
    `(?<![${joinedScripts}${emoji}])[${joiners}]`,
    `(?<![${emoji}])[${selectors}](?!\\u20E3)`,
    `(?<!\\p{Script=Mongolian})[${mongolianSelectors}]`,
  ].join('|'),
  'gu',
);
const spelledFlags = new RegExp(`(\\u{1F3F4})?[${tags}]+`, 'gu');
const hasMarks = /\p{M}/u;

/**
 * A text of one line as it is stored and looked for: without what nobody sees, without blanks around it, and letters
 * with marks as one character (NFC), so that what looks alike is alike. A line break is a blank, and so is Braille's empty cell.
 */
export function oneLineOf(text: string): string {
  const seen = text
    .replace(breaks, ' ')
    .replace(unseen, '')
    .replace(spelledFlags, (spelled, flag) => (flag ? spelled : ''))
    .trim();
  return hasMarks.test(seen) ? seen.normalize('NFC') : seen;
}

/** Longer texts may have several lines. */
export const isOneLine = ({ kind, max = 0, link, writeOnly, verbatim }: Field): boolean =>
  (kind === 'slug' || (kind === 'text' && (max <= 300 || link === true))) && !writeOnly && !verbatim;

/** A value as it is stored: its texts of one line, those of items too. */
export function tidied(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && isOneLine(field)) {
    const line = oneLineOf(value);
    if (field.tags) return joinTags(tagsOf(line));
    return field.link ? withNarrowScheme(line) : line;
  }
  const { of } = field;
  return of && Array.isArray(value) ? value.map((item) => (isRecord(item) ? tidiedItem(of, item) : item)) : value;
}

const tidiedItem = (of: Fields, item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, of[name] ? tidied(of[name], value) : value]));
