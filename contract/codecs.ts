import type { Field, Fields, Shape } from './fields.ts';
import { fileFields, imageFields, type Kind, type KindValues, toIsoSeconds } from './kinds.ts';
import { narrowNumber, typedAmount } from './narrowNumber.ts';

interface Codec<V> {
  empty: V;
  /** @returns the form value */
  encode(value: V): string;
  /** Reads a value in any of its usual formats. An unreadable one is the empty value. */
  decode(wire: unknown, field?: Partial<Field>): V;
  /** Reads a value from a reply, if back ends send it in more formats than that. */
  decodeReply?(wire: unknown, field: Field): unknown;
}
type Values = Record<string, unknown>;

export const isRecord = (wire: unknown): wire is Values =>
  typeof wire === 'object' && wire !== null && !Array.isArray(wire);

/** A list in any format. PHP sends an array with gaps as an object with numeric keys. */
export function listOf(wire: unknown): unknown[] {
  if (Array.isArray(wire)) return wire;
  return isRecord(wire) && Object.keys(wire).every((name) => /^\d+$/.test(name)) ? Object.values(wire) : [];
}

/** A scalar, or undefined for an object. Objects are not converted to text, because their `toString` may be data. */
const scalar = (wire: unknown) => (typeof wire === 'object' ? undefined : wire);
const isEmpty = (wire: unknown) => wire === null || wire === undefined || wire === '';
const isTrue = (wire: unknown) => wire === true || wire === 1 || wire === '1' || wire === 'true';

function toNumber(wire: unknown): number | null {
  const value = typeof wire === 'string' ? narrowNumber(wire) : scalar(wire);
  return isEmpty(value) || !Number.isFinite(Number(value)) ? null : Number(value);
}

/** A value that may be sent as JSON text. Text that is not JSON is null. */
function fromJson(wire: unknown): unknown {
  if (typeof wire !== 'string') return wire;
  try {
    return JSON.parse(wire);
  } catch {
    return null;
  }
}

const timeFormat = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Stricter than `Date`, which reads "hello 5" as a day in May and 31 February as 3 March. */
function parseTime(text: string): Date | undefined {
  const [, year, month, day, time, zone = ''] = timeFormat.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDay = year && toIsoSeconds(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))).startsWith(date);
  return isDay ? new Date(time ? `${date}T${time}${zone}` : date) : undefined;
}

const text: Codec<string> = {
  empty: '',
  encode: (value) => value ?? '',
  decode: (wire) => {
    if (isEmpty(wire)) return '';
    if (Array.isArray(wire) && wire.every((each) => typeof each !== 'object')) return wire.join(',');
    return typeof wire === 'object' ? JSON.stringify(wire) : String(wire);
  },
};

/** In a reply, an item that is a text is an address, and so is each comma-separated part of a plain text. */
function files<T>(of: Fields): Codec<T[]> {
  const asList = (wire: unknown) => {
    const value = fromJson(wire);
    const isPlainText = typeof wire === 'string' && value === null && !/^\s*[[{]/.test(wire);
    return isPlainText ? wire.split(',').filter((url) => url.trim() !== '') : listOf(value);
  };
  return {
    empty: [],
    encode: (value) => JSON.stringify(value ?? []),
    decode: (wire) => {
      const value = fromJson(wire);
      return Array.isArray(value) ? value : [];
    },
    decodeReply: (wire) =>
      asList(wire)
        .map((each) => (typeof each === 'string' ? { url: each.trim() } : each))
        .filter(isRecord)
        .map((each) => decodeFields(of, each, 'full')),
  };
}

export const codecs: { [K in Kind]: Codec<KindValues[K]> } = {
  text,
  longtext: text,
  html: text,
  slug: text,
  password: text,
  image: text,
  file: text,
  choice: {
    empty: '',
    encode: (value) => String(value ?? ''),
    decode: (wire, { values = [] } = {}) => {
      // In a choice of numbers, true is 1 and false is 0.
      const value = typeof wire === 'boolean' && values.includes(1) ? Number(wire) : (scalar(wire) ?? '');
      return (
        values.find((each) => String(each) === String(value)) ?? (typeof value === 'number' ? value : String(value))
      );
    },
  },
  int: { empty: null, encode: (value) => String(value ?? ''), decode: toNumber },
  money: {
    empty: null,
    encode: (value) => typedAmount(String(value ?? '')),
    decode: (wire) => toNumber(wire)?.toFixed(2) ?? null,
  },
  ref: { empty: null, encode: (value) => String(value ?? 0), decode: (wire) => toNumber(wire) || null },
  refs: {
    empty: [],
    encode: (value) => (value ?? []).join(','),
    decode: (wire) => {
      const value = typeof wire === 'string' && wire.startsWith('[') ? fromJson(wire) : wire;
      const items = typeof value === 'object' ? listOf(value) : String(value ?? '').split(',');
      const ids = items.map((each) => Number(scalar(isRecord(each) ? each.id : each)));
      return ids.filter((id) => Number.isSafeInteger(id) && id > 0);
    },
  },
  flag: { empty: 0, encode: (value) => (isTrue(value) ? '1' : '0'), decode: (wire) => (isTrue(wire) ? 1 : 0) },
  bool: { empty: false, encode: (value) => (value ? '1' : '0'), decode: isTrue },
  time: {
    empty: null,
    encode: (value) => value ?? '',
    /** Reads ISO 8601, `YYYY-MM-DD HH:mm:ss` and Unix seconds (docs/contract.md, "Values"). */
    decode: (wire) => {
      const value = String(scalar(wire) ?? '');
      if (value === '' || value === '0') return null;
      const isSeconds = typeof wire === 'number' || /^\d+$/.test(value);
      const date = isSeconds ? new Date(Number(value) * 1000) : parseTime(value);
      return !date || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : toIsoSeconds(date);
    },
  },
  images: files(imageFields),
  files: files(fileFields),
  items: {
    empty: [],
    encode: (value) => JSON.stringify(value ?? []),
    decode: (wire, { of = {} } = {}) =>
      listOf(fromJson(wire))
        .filter(isRecord)
        .map((each) => decodeFields(of, each)),
  },
  params: {
    empty: {},
    encode: (value) => JSON.stringify(value ?? {}),
    decode: (wire) => {
      const value = fromJson(wire);
      // PHP encodes an empty map as an empty list.
      return isRecord(value) ? { ...value } : {};
    },
  },
  json: {
    empty: null,
    encode: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
    decode: (wire) => fromJson(wire) ?? null,
    decodeReply: (wire, { shape }) => {
      // A text that is not JSON is used as it is.
      const value = fromJson(wire) ?? (wire === 'null' ? null : wire) ?? null;
      return shape ? decodeShape(shape, value) : value;
    },
  },
};

export function encodeField(field: { kind: Kind } | undefined, value: unknown): string {
  return (codecs[field?.kind ?? 'text'].encode as (value: unknown) => string)(value);
}

/** A field's value from a reply: a valid value or nothing, whatever the back end sends. */
export function decodeReply(field: Field, wire: unknown): unknown {
  const { decodeReply, decode } = codecs[field.kind];
  return (decodeReply ?? decode)(wire, field);
}

function decodeShape(shape: Shape, value: unknown): unknown {
  if ('record' in shape) return decodeFields(shape.record, isRecord(value) ? value : {}, 'full');
  if ('list' in shape) {
    const { name, list } = shape;
    const rows = listOf(value).map((each) => (name && typeof each === 'string' ? { [name]: each } : each));
    return rows.filter(isRecord).map((row) => decodeFields(list, row, 'full'));
  }
  const parts = typeof value === 'string' ? value.split(',').filter(Boolean) : value;
  return Array.isArray(parts) ? parts.map((each) => decodeReply({ kind: shape.values }, each)) : null;
}

/** Other fields stay. `full` fills missing ones; otherwise they stay missing, so that an edit does not clear them. */
export function decodeFields(fields: Fields, row: Values, extent?: 'full'): Values {
  const read = { ...row };
  for (const [name, field] of Object.entries(fields)) {
    const isThere = Object.hasOwn(row, name);
    if (!isThere && !extent) continue;
    const value = decodeReply(field, row[name]) ?? (extent && field.default);
    if (isThere || (value ?? undefined) !== undefined) read[name] = value ?? null;
  }
  return read;
}
