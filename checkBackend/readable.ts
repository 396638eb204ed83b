import type { Kind } from '../contract/kinds.ts';
import { kinds } from '../contract/kinds.ts';

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isDecoded = (kind: 'int' | 'money' | 'time') => (value: unknown) => kinds[kind].decode(value) !== null;
const isFlag = (value: unknown) => [0, 1, true, false, '0', '1', 'true', 'false'].includes(value as string);

function isListOr(value: unknown): boolean {
  return Array.isArray(parsed(value)) || isText(value);
}
const isList = (value: unknown) => Array.isArray(parsed(value));
const isMap = (value: unknown) => typeof parsed(value) === 'object';

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Whether the console can read a value as one of its kind, in any of the spellings that it takes. */
const readers: Record<Kind, (value: unknown) => boolean> = {
  text: isText,
  longtext: isText,
  html: isText,
  slug: isText,
  password: isText,
  image: isText,
  file: isText,
  choice: isText,
  int: isDecoded('int'),
  money: isDecoded('money'),
  // Nothing is 0, which is read as nothing too.
  ref: isDecoded('int'),
  refs: isListOr,
  flag: isFlag,
  bool: isFlag,
  time: (value) => value === 0 || value === '0' || isDecoded('time')(value),
  images: isList,
  files: isList,
  items: isList,
  params: isMap,
  json: () => true,
};

/** Nothing may be spelled as `null`, `""` or `[]`, or be missing. */
export const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const isReadable = (kind: Kind, value: unknown): boolean => isNothing(value) || readers[kind](value);
