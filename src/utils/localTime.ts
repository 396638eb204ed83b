import { readMoment } from '../../contract/moment.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** A time as `2026-11-21 09:30` in the browser's zone. */
export function localTime(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Reads what one types for a time: the same, or as `2026/1/5`, `2026年1月5日 9:30`; undefined where there is no such time. */
export function readLocalTime(text: string): Date | undefined {
  const [year, month, day, hour, minute] = readMoment(text) ?? [];
  return year && month ? new Date(year, month - 1, day, hour, minute) : undefined;
}

/** Parses the end of a range: to the last second of the minute, or of the day where no time of day is given. */
export function readLocalEnd(text: string): Date | undefined {
  const end = readLocalTime(text);
  if (!/[:：]/.test(text)) end?.setHours(23, 59);
  end?.setSeconds(59);
  return end;
}
