import { toIsoSeconds } from '../contract/kinds.ts';

/** How many days each preset of a list's date filter (`range`) covers. All end today. */
const days = { today: 1, week: 7, month: 30 } as const;
export type DateRangePreset = keyof typeof days;
export const dateRangePresets = Object.keys(days) as DateRangePreset[];
export const isDateRangePreset = (value: unknown): value is DateRangePreset =>
  dateRangePresets.includes(value as DateRangePreset);

/** From midnight of the first day to the last second of today. Without the end, records with a future date would match. */
function timesOf(preset: DateRangePreset): { from: string; to: string } {
  const from = new Date();
  from.setHours(0, 0, 0, 0);
  from.setDate(from.getDate() - days[preset] + 1);
  const to = new Date();
  to.setHours(23, 59, 59, 0);
  return { from: toIsoSeconds(from), to: toIsoSeconds(to) };
}

/** The back end takes only times. The address keeps the preset, so that a bookmark of "today" is never outdated. */
export function resolveDateRange(filter: Record<string, unknown>): Record<string, unknown> {
  const { range, ...others } = filter;
  return isDateRangePreset(range) ? { ...others, ...timesOf(range) } : others;
}
