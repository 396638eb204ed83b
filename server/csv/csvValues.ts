import { codecs } from '../../contract/codecs.ts';
import type { Field } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import type { Kind } from '../../contract/kinds.ts';
import { dayOf, readMoment } from '../../contract/moment.ts';
import { typedAmount, typedNumber } from '../../contract/narrowNumber.ts';
import { readZoned, writeZoned } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import type { FileWords } from './csvText.ts';

interface Cell {
  field: Field;
  name: string;
  text: string;
  words: FileWords;
}

const yes = ['1', 'true', 'yes', 'y', 'on', '是', '开'];
const no = ['0', 'false', 'no', 'n', 'off', '否', '关'];

function named({ name, text, words }: Cell): string | undefined {
  const wanted = text.toLowerCase();
  const found = Object.entries(words.choices[name] ?? {}).filter(([, names]) =>
    names.some((each) => each.toLowerCase() === wanted),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function choice(cell: Cell): string {
  const values = (cell.field.values ?? []).map(String);
  const value = values.includes(cell.text) ? cell.text : named(cell);
  if (value !== undefined && values.includes(value)) return value;
  const options = values.map((each) => cell.words.choices[cell.name]?.[each]?.[0] ?? each);
  throw new CallError('field_one_of', { options: options.join(' / ') });
}

function flag(cell: Cell): string {
  const text = cell.text.toLowerCase();
  if (yes.includes(text)) return '1';
  if (no.includes(text)) return '0';
  const value = named(cell);
  if (value === '1' || value === '0') return value;
  throw new CallError('format_flag');
}

function time({ text, words }: Cell): string {
  const moment = readMoment(text);
  if (moment) return readZoned(moment, words.zone);
  // A short number is a spreadsheet's day count, not a Unix time.
  const value = /^\d{1,8}$/.test(text) ? null : codecs.time.decode(text);
  if (value === null) throw new CallError('format_time');
  return value;
}

function line({ field, text }: Cell): string {
  const moment = field.pattern === patterns.day ? readMoment(text) : undefined;
  return moment ? dayOf(moment) : text;
}

const trimmed = (read: (cell: Cell) => string) => (cell: Cell) => read({ ...cell, text: cell.text.trim() });
const readers: Partial<Record<Kind, (cell: Cell) => string>> = {
  choice: trimmed(choice),
  flag: trimmed(flag),
  bool: trimmed(flag),
  int: ({ text }) => typedNumber(text),
  money: ({ text }) => typedAmount(text),
  time: trimmed(time),
  text: line,
};

/** From what people write to the form format of the kind. @throws CallError that names the expected format */
export const readCell = (cell: Cell): string => readers[cell.field.kind]?.(cell) ?? cell.text;

/** Those that `readCell` reads from words. */
const kindsInWords: readonly Kind[] = ['choice', 'flag', 'bool'];

/** A value as readable text, without loss: `readCell` restores it. */
export function writeValue({ field, name, text, words }: Cell): string {
  const label = kindsInWords.includes(field.kind) ? words.choices[name]?.[text]?.[0] : undefined;
  if (label !== undefined && named({ field, name, text: label, words }) === text) return label;
  return field.kind === 'time' && words.zone ? writeZoned(text, words.zone) : text;
}
