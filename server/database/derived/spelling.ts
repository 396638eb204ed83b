import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginningOf, loadParts, longest } from './sortKeys.ts';
import { lowered } from './sqlFunctions.ts';

/**
 * The SQL function that spells a name. On SQLite it is `spellingOf` itself; PostgreSQL gets the same in its own language. Indexes
 * hold what it returned: whoever changes its results raises the number in its name, and the indexes are made anew.
 */
export const spellingFunction = 'spelling_1';

/** A line for each reading and the characters that are also read so. `build/otherReadings.ts` makes it. */
export const otherReadingsFile = join(import.meta.dirname, 'otherReadings.txt');

/** The maximum number of lines of pinyin of a name, and of initials. Each is compared with all others, so the cost is quadratic. */
export const maxLines = 20;
/** How many characters before and after it a line has that spells one character by another reading. */
export const spelledAround = 4;

let loaded: Map<string, string[]> | undefined;

/** The readings of Chinese characters beside that in their sort key: `['zhang']` of 长. */
export function loadOtherReadings(): Map<string, string[]> {
  if (loaded) return loaded;
  loaded = new Map<string, string[]>();
  for (const line of readFileSync(otherReadingsFile, 'utf8').split('\n')) {
    const [reading = '', characters = ''] = line.split('\t');
    for (const character of characters) loaded.set(character, [...(loaded.get(character) ?? []), reading]);
  }
  return loaded;
}

/** What one character of a name is spelled as: a syllable, or the letters and digits themselves. */
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
 * The pinyin and the initials of a name that has Chinese characters, in lines of letters and digits: `yinxing`, `yinhang`, `yx` and
 * `yh` for 银行. Which of its readings a character has depends on the word, so there are lines for the usual readings, for the
 * others where there are others, and for each other reading among usual ones with what stands next to it.
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

/** Whether a word is looked for in what names are spelled as: letters and digits, of which one alone is too little. */
export const isSpelledWord = (word: string): boolean => /^[a-z0-9]{2,}$/.test(word);
