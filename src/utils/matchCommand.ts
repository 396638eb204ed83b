/** How a Chinese character is typed, without tones: 行 is `['xing', 'hang', 'heng']`. */
export type Readings = (character: string) => readonly string[];
/** From the first letter to behind the last one. */
export type Range = readonly [number, number];

interface Match {
  /** The higher, the better. */
  score: number;
  /** What is matched of the first title and of the first trail. */
  title: Range[];
  trail: Range[];
}

interface Found {
  score: number;
  ranges: Range[];
  /** By one letter or by initials: enough for a name, but much that stands beside one has the same. */
  isLoose: boolean;
}

/** A Chinese character, or a word of other letters. */
interface Unit {
  text: string;
  from: number;
  isHan: boolean;
}

const positions = { start: 20, word: 10, inside: 0 };
const kinds = { literal: 9, spelled: 6, initials: 3 };
/** What it is worth that the word is all of the title: `sy` is 首页 before it is System. */
const ofWhole = 4;
/** What a match in another title, or in what stands beside it, is worth. */
const ofOtherTitle = 0.9;
const ofTrail = 0.4;

const han = /\p{Script=Han}/u;
const unit = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;
const gap = /[^\p{L}\p{N}\p{M}]+/u;

/** The words of a query. Input methods part syllables with an apostrophe. */
const wordsOf = (query: string) =>
  query.normalize('NFKC').toLowerCase().replace(/['’]/g, '').split(gap).filter(Boolean);

/**
 * Matches a query: each of its words, in any order, by text, by pinyin or by initials, in one of the titles or trails.
 * @param readings nothing for every character while the pinyin is not loaded
 * @returns undefined where a word is found nowhere
 */
export function matchCommand(
  query: string,
  { titles, trails }: { titles: readonly string[]; trails: readonly string[] },
  readings: Readings,
): Match | undefined {
  const words = wordsOf(query);
  if (words.length === 0) return undefined;
  const match: Match = { score: 0, title: [], trail: [] };
  let isNamed = false;
  let isLoose = false;
  for (const word of words) {
    const [title, ...otherTitles] = titles.map((text) => find(word, text, readings));
    const [trail, ...otherTrails] = trails.map((text) => find(word, text, readings));
    const inTitle = Math.max(title?.score ?? -1, ...otherTitles.map((found) => (found?.score ?? -1) * ofOtherTitle));
    const beside = bestOf([trail, ...otherTrails]);
    if (inTitle < 0 && !beside) return undefined;
    isNamed ||= inTitle >= 0;
    isLoose ||= inTitle < 0 && beside?.isLoose === true;
    match.score += Math.max(inTitle, (beside?.score ?? -1) * ofTrail);
    if (title) match.title.push(...title.ranges);
    else if (inTitle < 0 && trail) match.trail.push(...trail.ranges);
  }
  if (isLoose && !isNamed) return undefined;
  return { ...match, title: joined(match.title), trail: joined(match.trail) };
}

function bestOf(all: (Found | undefined)[]): Found | undefined {
  return all.reduce((best, found) => ((found?.score ?? -1) > (best?.score ?? -1) ? found : best), undefined);
}

/** Where a word stands best in a text. */
function find(word: string, text: string, readings: Readings): Found | undefined {
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const units = [...lower.matchAll(unit)].map((m): Unit => ({ text: m[0], from: m.index, isHan: han.test(m[0]) }));
  const deadEnds = new Set<number>();
  let best: Found | undefined;
  const consider = (position: keyof typeof positions, kind: keyof typeof kinds, ranges: Range[]) => {
    const length = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const part = length / text.length;
    const score = positions[position] + kinds[kind] + (part === 1 ? ofWhole : part);
    if (!best || score > best.score) best = { score, ranges, isLoose: kind === 'initials' || /^\w$/.test(word) };
  };
  for (const [i, { from }] of units.entries()) {
    const position = i === 0 ? 'start' : 'word';
    if (lower.startsWith(word, from)) {
      consider(position, 'literal', [[from, from + word.length]]);
      continue;
    }
    const spelled = spell(word, units, i, readings, deadEnds);
    if (spelled) consider(position, spelled.isWhole ? 'spelled' : 'initials', spelled.ranges);
  }
  const at = lower.indexOf(word);
  if (!best && at >= 0) consider('inside', 'literal', [[at, at + word.length]]);
  return best;
}

interface Spelled {
  ranges: Range[];
  /** Every syllable or word but the last is typed in full. */
  isWhole: boolean;
}

/** Spells letters with one unit after another, each by its beginning: `wenz`, `wzh` and `wenzhang` all spell 文章. */
function spell(
  letters: string,
  units: readonly Unit[],
  i: number,
  readings: Readings,
  deadEnds: Set<number>,
): Spelled | undefined {
  const unit = units[i];
  const state = i * 1000 + letters.length;
  if (!unit || deadEnds.has(state)) return undefined;
  const { text, from, isHan } = unit;
  for (const spelling of isHan ? [text, ...readings(text)] : [text]) {
    for (let n = commonLength(letters, spelling); n > 0; n--) {
      const range: Range = [from, from + (isHan ? text.length : n)];
      if (n === letters.length) return { ranges: [range], isWhole: true };
      const rest = spell(letters.slice(n), units, i + 1, readings, deadEnds);
      if (rest) return { ranges: [range, ...rest.ranges], isWhole: rest.isWhole && n === spelling.length };
    }
  }
  deadEnds.add(state);
  return undefined;
}

function commonLength(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}

/** Ranges in order, those that touch as one. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
