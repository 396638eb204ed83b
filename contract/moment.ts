const spelling =
  /^(\d{4})[-/.年。](\d{1,2})[-/.月。](\d{1,2})日?(?:[ T]*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?$/;

/** Year, month, day, hour, minute and second without a time zone. */
export type Moment = [number, number, number, number, number, number];

/** Reads `2026-01-05 09:30`, `2026/1/5 9:30:15`, `2026年1月5日`, `20260105`, also in full width and with the full stop of an input method. Undefined if the text is no valid time. */
export function readMoment(text: string): Moment | undefined {
  const narrow = text.normalize('NFKC').trim();
  const found = spelling.exec(narrow.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  // `Date` turns 31 February into 3 March; this check refuses it.
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere && year > 999 && hour < 24 && minute < 60 && second < 60
    ? [year, month, day, hour, minute, second]
    : undefined;
}

export const dayOf = ([year, month, day]: Moment): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const first = '1900-01-01';
const furthestAheadMs = 14 * 3600_000;

/** Whether the day is a possible birthday: from 1900 to today in the time zone where it is latest. */
export function isBirthday(day: string): boolean {
  const moment = readMoment(day);
  const today = new Date(Date.now() + furthestAheadMs).toISOString().slice(0, 10);
  return moment !== undefined && dayOf(moment) === day && day >= first && day <= today;
}
