/** The pinyin of a Chinese character without tones: `['xing', 'hang', 'heng']` for 行. */
export type Readings = (character: string) => readonly string[];
/** Start and end; the end is exclusive. */
export type Range = readonly [number, number];

interface Match {
  score: number;
  title: Range[];
  trail: Range[];
}

interface Found {
  score: number;
  ranges: Range[];
  /** Matched by one letter or by initials: enough in a title, too little in a trail. */
  isLoose: boolean;
}

/** A Chinese character, or a word of other letters. */
interface Token {
  text: string;
  from: number;
  isHan: boolean;
}

const positions = { start: 20, word: 10, inside: 0 };
const kinds = { literal: 9, spelled: 6, initials: 3 };
/** Added if the word matches the whole text: `sy` finds 首页 before System. */
const wholeBonus = 4;
const otherTitleFactor = 0.9;
const trailFactor = 0.4;

const han = /\p{Script=Han}/u;
const tokenPattern = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;
const gap = /[^\p{L}\p{N}\p{M}]+/u;

/** Input methods separate syllables by an apostrophe. */
const wordsOf = (query: string) =>
  query.normalize('NFKC').toLowerCase().replace(/['’]/g, '').split(gap).filter(Boolean);

/** Each word, in any order, must be found in a title or a trail: as text, as pinyin (if loaded) or by initials. */
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
    const found = trails.map((text) => find(word, text, readings));
    const inTrail = found.filter((each) => each !== undefined).toSorted((one, other) => other.score - one.score)[0];
    const inTitle = Math.max(title?.score ?? -1, ...otherTitles.map((each) => (each?.score ?? -1) * otherTitleFactor));
    if (inTitle < 0 && !inTrail) return undefined;
    isNamed ||= inTitle >= 0;
    isLoose ||= inTitle < 0 && inTrail?.isLoose === true;
    match.score += Math.max(inTitle, (inTrail?.score ?? -1) * trailFactor);
    if (title) match.title.push(...title.ranges);
    else if (inTitle < 0) match.trail.push(...(found[0]?.ranges ?? []));
  }
  if (isLoose && !isNamed) return undefined;
  return { ...match, title: mergeRanges(match.title), trail: mergeRanges(match.trail) };
}

function find(word: string, text: string, readings: Readings): Found | undefined {
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const tokens = [...lower.matchAll(tokenPattern)].map(
    (m): Token => ({ text: m[0], from: m.index, isHan: han.test(m[0]) }),
  );
  const deadEnds = new Set<number>();
  let best: Found | undefined;
  const consider = (position: keyof typeof positions, kind: keyof typeof kinds, ranges: Range[]) => {
    const length = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const part = length / text.length;
    const score = positions[position] + kinds[kind] + (part === 1 ? wholeBonus : part);
    if (!best || score > best.score) best = { score, ranges, isLoose: kind === 'initials' || /^\w$/.test(word) };
  };
  for (const [i, { from }] of tokens.entries()) {
    const position = i === 0 ? 'start' : 'word';
    if (lower.startsWith(word, from)) {
      consider(position, 'literal', [[from, from + word.length]]);
      continue;
    }
    const spelled = spell(word, tokens, i, readings, deadEnds);
    if (spelled) consider(position, spelled.isWhole ? 'spelled' : 'initials', spelled.ranges);
  }
  const at = lower.indexOf(word);
  if (!best && at >= 0) consider('inside', 'literal', [[at, at + word.length]]);
  return best;
}

interface Spelled {
  ranges: Range[];
  /** Every syllable or word but the last is typed completely. */
  isWhole: boolean;
}

/** Matches letters with the beginnings of consecutive tokens: `wenz`, `wzh` and `wenzhang` all spell 文章. */
function spell(
  letters: string,
  tokens: readonly Token[],
  i: number,
  readings: Readings,
  deadEnds: Set<number>,
): Spelled | undefined {
  const token = tokens[i];
  const state = i * 1000 + letters.length;
  if (!token || deadEnds.has(state)) return undefined;
  const { text, from, isHan } = token;
  for (const spelling of isHan ? [text, ...readings(text)] : [text]) {
    for (let n = commonLength(letters, spelling); n > 0; n--) {
      const range: Range = [from, from + (isHan ? text.length : n)];
      if (n === letters.length) return { ranges: [range], isWhole: true };
      const rest = spell(letters.slice(n), tokens, i + 1, readings, deadEnds);
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

function mergeRanges(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
