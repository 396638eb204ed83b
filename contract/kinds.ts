/**
 * The kinds of field: the value type of each, and how it is written to and read from the wire. Other code that depends on
 * the kind (schemas, storage, inputs, columns) is a record keyed by `Kind`.
 */

export interface ImageItem {
  url: string;
  title: string;
  intro: string;
  sort: number;
}
export interface FileItem {
  title: string;
  url: string;
  size: number;
  ext: string;
  extract_code: string;
}

/**
 * The value type of each kind, the same in the console and the server. Times are ISO 8601 UTC, money is a decimal string
 * with two places.
 */
export interface KindValues {
  text: string;
  longtext: string;
  html: string;
  slug: string;
  password: string;
  image: string;
  file: string;
  choice: string | number;
  int: number | null;
  money: string | null;
  ref: number | null;
  refs: number[];
  flag: 0 | 1;
  bool: boolean;
  time: string | null;
  images: ImageItem[];
  files: FileItem[];
  items: Record<string, unknown>[];
  params: Record<string, unknown>;
  json: unknown;
}
export type Kind = keyof KindValues;

/** How a kind crosses the wire: `encode` returns the form value, `decode` accepts whatever a back end sends. */
interface Wire<V> {
  empty: V;
  encode(value: V): string;
  /** @param field for a choice: its `values`, which tell a number that was sent as text */
  decode(wire: unknown, field?: { values?: readonly (string | number)[] }): V;
}

const absent = (wire: unknown) => wire === null || wire === undefined || wire === '';
const truthy = (wire: unknown) => wire === true || wire === 1 || wire === '1' || wire === 'true';

const text: Wire<string> = {
  empty: '',
  encode: (value) => value ?? '',
  decode: (wire) => (absent(wire) ? '' : String(wire)),
};

const number: Wire<number | null> = {
  empty: null,
  encode: (value) => (value === null || value === undefined ? '' : String(value)),
  decode: (wire) => (absent(wire) || !Number.isFinite(Number(wire)) ? null : Number(wire)),
};

function list<T>(): Wire<T[]> {
  return {
    empty: [],
    encode: (value) => JSON.stringify(value ?? []),
    decode: (wire) => {
      const value = typeof wire === 'string' ? parseJson(wire) : wire;
      return Array.isArray(value) ? (value as T[]) : [];
    },
  };
}

function parseJson(wire: string): unknown {
  try {
    return JSON.parse(wire);
  } catch {
    return null;
  }
}

const timeSpelling = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads ISO 8601, `YYYY-MM-DD HH:mm:ss` and Unix seconds as ISO with seconds and `Z` (docs/contract.md, "Requests and
 * replies").
 */
function decodeTime(wire: unknown): string | null {
  if (absent(wire) || wire === 0 || wire === '0') return null;
  const isSeconds = typeof wire === 'number' || /^\d+$/.test(String(wire));
  const date = isSeconds ? new Date(Number(wire) * 1000) : spelledTime(String(wire));
  return !date || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : toIsoSeconds(date);
}

/** Stricter than `Date`, which reads "hello 5" as a day in May and 31 February as 3 March. */
function spelledTime(wire: string): Date | undefined {
  const [, year, month, day, time, zone = ''] = timeSpelling.exec(wire) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDay = year && toIsoSeconds(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))).startsWith(date);
  return isDay ? new Date(time ? `${date}T${time}${zone}` : date) : undefined;
}

/** The only time format on the wire and in the database: `2026-11-21T09:30:00Z`, 20 characters. */
export function toIsoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

export const kinds: { [K in Kind]: Wire<KindValues[K]> } = {
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
    decode: (wire, field) => {
      // In a choice of numbers, true is 1 and false is 0.
      const told = typeof wire === 'boolean' && field?.values?.includes(1) ? Number(wire) : wire;
      return (
        field?.values?.find((value) => String(value) === String(told)) ??
        (typeof told === 'number' ? told : String(told ?? ''))
      );
    },
  },
  int: number,
  money: {
    empty: null,
    encode: (value) => value ?? '',
    decode: (wire) => (absent(wire) || !Number.isFinite(Number(wire)) ? null : Number(wire).toFixed(2)),
  },
  ref: {
    empty: null,
    encode: (value) => String(value ?? 0),
    decode: (wire) => number.decode(wire) || null,
  },
  refs: {
    empty: [],
    encode: (value) => (value ?? []).join(','),
    decode: (wire) => {
      const items = Array.isArray(wire) ? wire : absent(wire) ? [] : String(wire).split(',');
      return items.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    },
  },
  flag: { empty: 0, encode: (value) => (truthy(value) ? '1' : '0'), decode: (wire) => (truthy(wire) ? 1 : 0) },
  bool: { empty: false, encode: (value) => (value ? '1' : '0'), decode: truthy },
  time: { empty: null, encode: (value) => value ?? '', decode: decodeTime },
  images: list<ImageItem>(),
  files: list<FileItem>(),
  items: list<Record<string, unknown>>(),
  params: {
    empty: {},
    encode: (value) => JSON.stringify(value ?? {}),
    decode: (wire) => {
      const value = typeof wire === 'string' ? parseJson(wire) : wire;
      // PHP encodes an empty map as an empty list.
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
    },
  },
  json: {
    empty: null,
    encode: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
    decode: (wire) => (typeof wire === 'string' ? parseJson(wire) : (wire ?? null)),
  },
};

/** A field's value as a form sends it. Values without a field are sent as text. */
export function encodeField(field: { kind: Kind } | undefined, value: unknown): string {
  return (kinds[field?.kind ?? 'text'].encode as (value: unknown) => string)(value);
}
