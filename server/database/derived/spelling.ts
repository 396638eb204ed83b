import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginningOf, loadParts, longest } from './sortKeys.ts';
import { lowered } from './sqlFunctions.ts';

/**
 * The SQL function that spells a name. On SQLite it is `spellingOf` itself; PostgreSQL has a version in its own
 * language. Indexes hold its results: whoever changes these raises the number in the name, and the indexes are made
 * anew.
 */
export const spellingFunction = 'spelling_1';

/** Each line has a reading and the characters that are also read so. `build/otherReadings.ts` makes the file. */
export const otherReadingsFile = join(import.meta.dirname, 'otherReadings.txt');

/** A name has at most so many lines of pinyin, and of initials. The cost is quadratic, as each is compared with all. */
export const maxLines = 20;
/** A line that spells one character by another reading has so many characters before and after it. */
export const spelledAround = 4;

let loaded: Map<string, string[]> | undefined;

/** Returns the readings of Chinese characters beside the one in their sort key: `['zhang']` for 长. */
export function loadOtherReadings(): Map<string, string[]> {
  if (loaded) return loaded;
  loaded = new Map<string, string[]>();
  for (const line of readFileSync(otherReadingsFile, 'utf8').split('\n')) {
    const [reading = '', characters = ''] = line.split('\t');
    for (const character of characters) loaded.set(character, [...(loaded.get(character) ?? []), reading]);
  }
  return loaded;
}

/** The spelling of one character of a name: a syllable, or the letter or digit itself. */
interface Syllable {
  reading: string;
  others: string[];
  isHan: boolean;
}

const known = new Map<string, Syllable>();

function syllableOf(character: string): Syllable {
  const found = known.get(character);
  if (found) return found;
  const { parts, places } = loadParts();
  const code = character.codePointAt(0) as number;
  const part = parts[places[code] ?? 0] || character;
  // In sort keys a blank follows the pinyin of Han.
  const isHan = part.length > 1 && part.endsWith(' ');
  const reading = lowered(part).replace(/[^a-z0-9]/g, '');
  const syllable = { reading, others: isHan ? (loadOtherReadings().get(character) ?? []) : [], isHan };
  if (code < places.length) known.set(character, syllable);
  return syllable;
}

/**
 * Returns the pinyin and the initials of a name that has Chinese characters, in lines of letters and digits: `yinxing`,
 * `yinhang`, `yx` and `yh` for 银行. The word decides which of its readings a character has, so there is a line of usual
 * readings, one of other readings, and one for each other reading among the usual ones of its neighbours.
 */
export function spellingOf(text: unknown): string {
  const syllables = Array.from(beginningOf(String(text ?? ''), longest.read), syllableOf);
  if (!syllables.some(({ isHan }) => isHan)) return '';
  const usual = syllables.map(({ reading }) => reading);
  const lines = [usual, syllables.map(({ reading, others }) => others[0] ?? reading)];
  const starts = [0, 0];
  for (const [at, { others }] of syllables.entries())
    for (const other of others) {
      if (lines.length === maxLines) break;
      const start = Math.max(0, at - spelledAround);
      starts.push(start);
      lines.push(usual.with(at, other).slice(start, at + spelledAround + 1));
    }
  const initials = lines.map((line, index) =>
    line.map((reading, at) => (syllables[(starts[index] ?? 0) + at]?.isHan ? reading.slice(0, 1) : reading)),
  );
  const spelled = [...new Set([...lines, ...initials].map((line) => line.join('')))];
  return spelled.filter((line) => !spelled.some((other) => other !== line && other.includes(line))).join('\n');
}

/** Whether spellings are searched for a word: it has letters and digits alone, and more than one. */
export const isSpelledWord = (word: string): boolean => /^[a-z0-9]{2,}$/.test(word);
