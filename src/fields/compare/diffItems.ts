import { isEmpty } from '../../isEmpty.ts';

export interface Different<T> {
  value: T;
  /** Its place in its list, from 0. */
  at: number;
  /** What the other list has in its place. */
  counterpart: T | undefined;
}

/** What a value holds, so that two can be compared: what is empty is as good as absent, and names have no order. */
export function spelled(value: unknown): string {
  return JSON.stringify(isEmpty(value) ? null : value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const entries = Object.entries(part).filter(([, each]) => !isEmpty(each));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/**
 * What of a list the other one lacks, each with what stands there in its place. All of it where there is no other list, or
 * where the two differ in their order alone.
 */
export function diffItems<T>(own: readonly T[], others: readonly T[] | undefined): Different<T>[] {
  const lacking = (items: readonly T[], known: Set<string>) =>
    items.flatMap((value, at) => (known.has(spelled(value)) ? [] : [{ value, at }]));
  const mine = lacking(own, new Set(others?.map(spelled)));
  const theirs = lacking(others ?? [], new Set(own.map(spelled)));
  if (mine.length === 0 && theirs.length === 0) return own.map((value, at) => ({ value, at, counterpart: undefined }));
  return mine.map((item, n) => ({ ...item, counterpart: theirs[n]?.value }));
}

export interface Excerpt {
  before: string;
  differing: string;
  after: string;
}

/** Letters of a text that are seen around the place that differs, and at most of that place. */
const around = 24;
const longest = 120;

/** A text around the place where it differs from another: what both begin with, what is its own, what both end with. */
export function excerptOf(text: string, other: string): Excerpt {
  // By code points: half a letter cannot be shown.
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
