import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { oncePer } from '../../../contract/oncePer.ts';

/**
 * The SQL function that makes sort keys. On SQLite it is `sortKey` itself; PostgreSQL gets the same in its own language. Indexes
 * hold what it returned: whoever changes its results raises the number in its name, and the indexes are made anew.
 */
export const sortKeyFunction = 'sort_key_1';

/** Texts of one line that a list can be sorted by are names and titles: lists sort them by `sortKey`. */
export const hasSortKey = (field: Field | undefined): boolean => field?.kind === 'text' && Boolean(field.sortable);

export const sortKeyFields = oncePer(({ fields }: Entity) =>
  Object.keys(fields).filter((name) => hasSortKey(fields[name])),
);

/** A line for each part of a key and the characters that it stands for. `build/sortKeys.ts` makes it. */
export const sortKeysFile = join(import.meta.dirname, 'sortKeys.txt');

/** In characters. An entry of an index of PostgreSQL has at most 2,700 bytes, and a character at most 4. */
export const longest = { read: 64, folded: 300 };
export const digits = 12;
/** Before the text itself. It sorts before everything that a text of one line contains. */
export const separator = '\u0001';

/** For each character of Unicode's first plane the place of its part of a key in `parts`; 0 for those that stand for themselves. */
interface Parts {
  parts: string[];
  places: Uint16Array;
}

let loaded: Parts | undefined;

export function loadParts(): Parts {
  if (loaded) return loaded;
  const [parts, places] = [[''], new Uint16Array(0x1_0000)];
  for (const line of readFileSync(sortKeysFile, 'utf8').split('\n')) {
    const [part = '', characters = ''] = line.split('\t');
    for (let at = 0; at < characters.length; at++) places[characters.charCodeAt(at)] = parts.length;
    parts.push(part);
  }
  loaded = { parts, places };
  return loaded;
}

/** The first characters of a text, none of them cut in two. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let n = 0; n < length && end < text.length; n++) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

const padded = (run: string) => run.replace(/^0+/, '').padStart(digits, '0');

/**
 * By this, in the order of its bytes, lists sort names: letters without case and marks, Han by its pinyin without tones (a character
 * alone does not tell which of several), runs of digits as numbers. What is equal so far goes by the text itself.
 */
export function sortKey(text: unknown): string {
  const { parts, places } = loadParts();
  const beginning = beginningOf(String(text ?? ''), longest.read);
  let folded = '';
  for (let at = 0; at < beginning.length; at++) {
    const place = places[beginning.charCodeAt(at)];
    folded += place ? parts[place] : beginning[at];
  }
  folded = folded.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[0-9]+/g, padded);
  return beginningOf(folded, longest.folded) + separator + beginning;
}
