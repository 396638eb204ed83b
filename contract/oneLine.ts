import { isRecord } from './codecs.ts';
import type { Field, Fields } from './fields.ts';
import { patterns } from './formats.ts';
import { withNarrowScheme } from './links.ts';
import { typedAmount, typedNumber } from './narrowNumber.ts';
import { joinTags, tagsOf } from './tags.ts';

/** Scripts in which a joiner between two letters changes how they are written. */
const joinedScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}' +
  '\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}' +
  '\\p{Script=Sinhala}\\p{Script=Khmer}';
const emoji = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F';

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029\u2800]+/g;
const joiners = '\\u200C\\u200D';
/**
 * Variation selectors of emoji and keycaps. Selectors of ideographs are removed: few fonts support them, and names that differ only
 * in one look the same.
 */
const emojiSelectors = '\\uFE0E\\uFE0F';
const mongolianSelectors = '\\u180B-\\u180D\\u180F';
/** Tag characters: after a black flag they spell the code of a region. */
const tagCharacters = '\\u{E0001}\\u{E0020}-\\u{E007F}';
/** Invisible characters that have a meaning in some contexts. */
const contextual = `${joiners}${emojiSelectors}${mongolianSelectors}${tagCharacters}`;

/**
 * Control characters, direction marks and whatever else Unicode does not display, unless the context needs it. Not NUL, because that is
 * refused.
 */
const invisible = new RegExp(
  [
    '(?!\\0)\\p{Cc}',
    '[\\uFFF9-\\uFFFB]',
    `(?![${contextual}])\\p{Default_Ignorable_Code_Point}`,
    `(?<![${joinedScripts}${emoji}])[${joiners}]`,
    `(?<![${emoji}])[${emojiSelectors}](?!\\u20E3)`,
    `(?<!\\p{Script=Mongolian})[${mongolianSelectors}]`,
  ].join('|'),
  'gu',
);
const tagSequences = new RegExp(`(\\u{1F3F4})?[${tagCharacters}]+`, 'gu');
const combiningMark = /\p{M}/u;

/**
 * Normalizes a text of one line for storage and search: removes invisible characters and outer blanks, and composes letters with
 * their marks (NFC), so that texts that look the same are equal. Line breaks and empty Braille cells become blanks.
 */
export function oneLineOf(text: string): string {
  const visible = text
    .replace(lineBreaks, ' ')
    .replace(invisible, '')
    .replace(tagSequences, (sequence, flag) => (flag ? sequence : ''))
    .trim();
  return combiningMark.test(visible) ? visible.normalize('NFC') : visible;
}

/** Longer texts may have several lines. */
export const isOneLine = ({ kind, max = 0, link, writeOnly, verbatim }: Field): boolean =>
  (kind === 'slug' || (kind === 'text' && (max <= 300 || link === true))) && !writeOnly && !verbatim;

/** Whether a field's text is a number. */
export const isNumberField = ({ kind, pattern }: Field): boolean =>
  kind === 'int' || kind === 'money' || pattern === patterns.number;

/** A value as it is stored: its numbers and texts of one line, those of items too. */
export function tidied(field: Field, value: unknown): unknown {
  if (typeof value === 'string' && isNumberField(field))
    return (field.kind === 'money' ? typedAmount : typedNumber)(oneLineOf(value));
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
