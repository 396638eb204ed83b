import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { oncePer } from '../../../contract/oncePer.ts';

/**
 * The SQL function that makes sort keys. On SQLite it is `sortKey` itself; PostgreSQL has a version in its own
 * language. Indexes hold its results: whoever changes these raises the number in the name, and the indexes are made
 * anew.
 */
export const sortKeyFunction = 'sort_key_1';

/** Whether lists sort a field by `sortKey`. Texts of one line that a list can be sorted by are names and titles. */
export const hasSortKey = (field: Field | undefined): boolean => field?.kind === 'text' && Boolean(field.sortable);

export const sortKeyFields = oncePer(({ fields }: Entity) =>
  Object.keys(fields).filter((name) => hasSortKey(fields[name])),
);

/** Each line has a part of a key and the characters that it stands for. `build/sortKeys.ts` makes the file. */
export const sortKeysFile = join(import.meta.dirname, 'sortKeys.txt');

/** In characters: an entry of an index of PostgreSQL has at most 2,700 bytes, and a character at most 4. */
export const longest = { read: 64, folded: 300 };
export const digits = 12;
/** Stands before the text itself. It sorts before everything that a text of one line contains. */
export const separator = '\u0001';

/**
 * `places` has the place in `parts` for each character of Unicode's first plane; 0 for those that stand for themselves.
 */
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

/** Returns the first characters of a text, none of them cut in two. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let n = 0; n < length && end < text.length; n++) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

const padded = (run: string) => run.replace(/^0+/, '').padStart(digits, '0');

/**
 * Returns the key by whose bytes lists sort a name: letters without case and marks, Han by its pinyin without tones (a
 * character alone does not tell which of several), runs of digits as numbers. Equal keys are sorted by the text itself.
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
