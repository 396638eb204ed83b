import { readMoment } from '../../contract/moment.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Formats a time as `2026-11-21 09:30` in the browser's time zone. */
export function localTime(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Parses a typed time, also as `2026/1/5` or `2026年1月5日 9:30`; undefined if there is no such time. */
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

const units = ['B', 'KB', 'MB', 'GB'];

/** Formats a number of bytes as `12.5 MB`; empty if it is unknown. */
export function sizeText(bytes: unknown): string {
  const n = Number(bytes ?? 0);
  if (!(n > 0)) return '';
  const unit = Math.min(Math.floor(Math.log(n) / Math.log(1024)), units.length - 1);
  return `${Math.round((n / 1024 ** unit) * 100) / 100} ${units[unit]}`;
}

/** Parses `12.5 MB`, `800k` or `2048` into bytes; undefined if it is no size. */
export function readSize(text: string): number | undefined {
  if (text.trim() === '') return 0;
  const [, number, letter = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmg])?i?b?\s*$/i.exec(text) ?? [];
  const power = ['', 'k', 'm', 'g'].indexOf(letter.toLowerCase());
  return number === undefined ? undefined : Math.round(Number(number) * 1024 ** power);
}

/** The name of a resource within a sentence: lower case in English; Chinese has no case. */
export const inSentence = (name: string) => name.toLowerCase();
