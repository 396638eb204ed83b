import { toIsoSeconds } from '../contract/kinds.ts';

/** Spans of time that end today, by the word that a list's filter keeps of them (`range`): how many days, this one with them. */
const days = { today: 1, week: 7, month: 30 } as const;
export type SpanName = keyof typeof days;
export const spanNames = Object.keys(days) as SpanName[];
export const isSpanName = (word: unknown): word is SpanName => spanNames.includes(word as SpanName);

/** From the midnight with which a span begins to the last second of today: what is dated may lie ahead. */
function timesOf(name: SpanName): { from: string; to: string } {
  const from = new Date();
  from.setHours(0, 0, 0, 0);
  from.setDate(from.getDate() - days[name] + 1);
  const to = new Date();
  to.setHours(23, 59, 59, 0);
  return { from: toIsoSeconds(from), to: toIsoSeconds(to) };
}

/**
 * A list's filter as a back end takes it: with the times that its span has at this moment. An address keeps the word, so
 * that it means the same tomorrow.
 */
export function withTimes(filter: Record<string, unknown>): Record<string, unknown> {
  const { range, ...others } = filter;
  return isSpanName(range) ? { ...others, ...timesOf(range) } : others;
}
