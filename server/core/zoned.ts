import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Moment } from '../../contract/moment.ts';

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
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

/** A time in a zone with its offset from UTC: `2026-02-03 12:05:06+08:00`, which is unambiguous. */
export function writeZoned(iso: string, zone: string): string {
  const date = new Date(iso);
  const ahead = minutesAhead(date, zone);
  const local = toIsoSeconds(new Date(date.getTime() + ahead * 60_000))
    .slice(0, 19)
    .replace('T', ' ');
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `${local}${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** The wire format of a local time in a zone. */
export function readZoned([year, month, day, hour, minute, second]: Moment, zone: string | undefined): string {
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  const guess = shown - minutesAhead(new Date(shown), zone) * 60_000;
  // Near a clock change the first guess may be on its other side.
  return toIsoSeconds(new Date(shown - minutesAhead(new Date(guess), zone) * 60_000));
}
