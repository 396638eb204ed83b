import type { ValidationErrorMessage } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { readMoment } from '../../contract/moment.ts';
import { typedNumber } from '../../contract/narrowNumber.ts';

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

const digits = /^-?\d+(\.\d+)?$/;

/** The number of a typed text: null if it is blank, the text itself if it is no number or one that would be rounded. */
export function readNumber(text: string): number | string | null {
  const number = typedNumber(text);
  if (number === '') return null;
  return digits.test(number) && Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER ? Number(number) : text;
}

/** @returns what is wrong with it, as a validator of react-admin says it */
export function unreadableNumber(text: string): ValidationErrorMessage | undefined {
  if (typeof readNumber(text) !== 'string') return undefined;
  const number = typedNumber(text);
  if (!digits.test(number)) return 'ra.validation.number';
  return Number(number) > 0
    ? { message: 'ra.validation.maxValue', args: { max: Number.MAX_SAFE_INTEGER } }
    : { message: 'ra.validation.minValue', args: { min: Number.MIN_SAFE_INTEGER } };
}

/** The keyboard of a phone for whole numbers. That of iOS for digits has no minus. */
export const integerKeyboard = ({ min }: Pick<Field, 'min'>) => (min !== undefined && min < 0 ? undefined : 'numeric');
