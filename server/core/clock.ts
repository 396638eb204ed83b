import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Moment } from '../../contract/moment.ts';

/** How far the clocks of two processes may differ. A stored time further in the future came from a wrong clock. */
const skewMs = 5 * 60_000;

/** The time in stored format, `ms` milliseconds from now; negative for the past. */
export const isoFromNow = (ms: number): string => toIsoSeconds(new Date(Date.now() + ms));

/** A later time was written by a clock that was ahead. `lengthMs`: it is the end of something that lasts so long. */
export const latestPlausibleTime = (lengthMs = 0): string => isoFromNow(lengthMs + skewMs);

export const newRecordStamps = (time = toIsoSeconds(new Date())) => ({
  version: 1,
  create_time: time,
  update_time: time,
});

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** How many minutes a zone is ahead of UTC at a moment. */
function minutesAhead(date: Date, zone: string | undefined): number {
  const name =
    formatOf(zone)
      .formatToParts(date)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The end of the year 9999, in milliseconds: later years have five digits, which nothing reads. */
const maxTime = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * A time in a zone with its offset from UTC: `2026-02-03 12:05:06+08:00`, which is unambiguous. One that would be in the year 10000 there
 * stays in UTC.
 */
export function writeZoned(iso: string, zone: string): string {
  const date = new Date(iso);
  const ahead = minutesAhead(date, zone);
  if (date.getTime() + ahead * 60_000 > maxTime) return iso;
  const local = toIsoSeconds(new Date(date.getTime() + ahead * 60_000))
    .slice(0, 19)
    .replace('T', ' ');
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `${local}${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

export function readZoned([year, month, day, hour, minute, second]: Moment, zone: string | undefined): string {
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  const guess = shown - minutesAhead(new Date(shown), zone) * 60_000;
  // Near a clock change the first guess may be on its other side.
  return toIsoSeconds(new Date(shown - minutesAhead(new Date(guess), zone) * 60_000));
}
