import { decodeReply } from '../contract/codecs.ts';
import type { Field } from '../contract/fields.ts';
import type { Kind } from '../contract/kinds.ts';

type Judge = (value: unknown, field: Field) => boolean;

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';
/** An object would be shown as text as well, but as an unreadable one. */
const isText: Judge = (value) => isWord(value) || (Array.isArray(value) && value.every(isWord));
/** Anything else is decoded as 0. */
const isFlag: Judge = (value) => [0, 1, true, false, '0', '1', 'true', 'false'].some((flag) => flag === value);

/** Empty values that some kinds accept beside those of `isNothing`. */
const empty = ['0', '[]', '{}'];
const isEmpty = (value: unknown) => empty.includes(typeof value === 'string' ? value : JSON.stringify(value));

const isRead: Judge = (value, field) => {
  if (isEmpty(value)) return true;
  const read = decodeReply(field, value);
  return !isNothing(read) && !isEmpty(read);
};

/** Whether the console can decode a value of a kind, in any of the accepted spellings. */
const judges: Record<Kind, Judge> = {
  text: isText,
  longtext: isText,
  html: isText,
  slug: isText,
  password: isText,
  image: isText,
  file: isText,
  choice: (value, field) => isWord(value) || (typeof value === 'boolean' && field.values?.includes(1) === true),
  int: isRead,
  money: isRead,
  ref: isRead,
  refs: isRead,
  flag: isFlag,
  bool: isFlag,
  time: isRead,
  images: isRead,
  files: isRead,
  items: isRead,
  params: isRead,
  json: () => true,
};

export const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const isReadable: Judge = (value, field) => isNothing(value) || judges[field.kind](value, field);
