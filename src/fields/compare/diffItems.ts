import { canonicalJson } from '../../utils/values.ts';

export interface DiffItem<T> {
  value: T;
  /** Its index in its list. */
  at: number;
  /** The item of the other list that it is compared with: the first such item with the first, and so on. */
  counterpart: T | undefined;
}

/** The items that the other list lacks; all of them where there is no other list, or where only the order differs. */
export function diffItems<T>(own: readonly T[], others: readonly T[] | undefined): DiffItem<T>[] {
  const lacking = (items: readonly T[], known: Set<string>) =>
    items.flatMap((value, at) => (known.has(canonicalJson(value)) ? [] : [{ value, at }]));
  const mine = lacking(own, new Set(others?.map(canonicalJson)));
  const theirs = lacking(others ?? [], new Set(own.map(canonicalJson)));
  if (mine.length === 0 && theirs.length === 0) return own.map((value, at) => ({ value, at, counterpart: undefined }));
  return mine.map((item, n) => ({ ...item, counterpart: theirs[n]?.value }));
}

export interface Excerpt {
  before: string;
  differing: string;
  after: string;
}

/** How many characters of a long text are shown before and after the difference, and how many of the difference. */
const around = 24;
const longest = 120;

/** Splits a text into the beginning that it shares with another, the part that differs, and the end that both share. */
export function excerptOf(text: string, other: string): Excerpt {
  // By code points, so that no surrogate pair is split.
  const [own, others] = [[...text], [...other]];
  const shortest = Math.min(own.length, others.length);
  let start = 0;
  while (start < shortest && own[start] === others[start]) start++;
  let end = 0;
  while (end < shortest - start && own.at(-1 - end) === others.at(-1 - end)) end++;
  const parts = [own.slice(0, start), own.slice(start, own.length - end), own.slice(own.length - end)];
  const [before = [], differing = [], after = []] = parts;
  const isShort = own.length <= longest;
  return {
    before: isShort || start <= around ? before.join('') : `…${before.slice(-around).join('')}`,
    differing: differing.length <= longest ? differing.join('') : `${differing.slice(0, longest).join('')}…`,
    after: isShort || end <= around ? after.join('') : `${after.slice(0, around).join('')}…`,
  };
}
