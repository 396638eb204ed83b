import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';

type Column = string | number | null;
interface Storage {
  write(value: unknown): Column;
  read(column: Column): unknown;
}

const text: Storage = { write: (value) => (value as string | null) ?? '', read: (column) => column ?? '' };
const asIs: Storage = { write: (value) => (value as Column) ?? null, read: (column) => column };
const jsonList: Storage = {
  write: (value) => JSON.stringify(value ?? []),
  read: (column) => (column ? JSON.parse(String(column)) : []),
};

/** How each kind's values are stored, the same on both databases. `refs` have a table of their own. */
const storages: Record<Kind, Storage> = {
  text,
  longtext: text,
  html: text,
  slug: text,
  password: text,
  image: text,
  file: text,
  choice: asIs,
  int: asIs,
  ref: asIs,
  refs: asIs,
  flag: { write: (value) => Number(value ?? 0), read: (column) => Number(column ?? 0) },
  bool: { write: (value) => Number(value ?? 0), read: (column) => column === 1 },
  time: asIs,
  money: {
    write: (value) => (value === null || value === undefined ? null : Math.round(Number(value) * 100)),
    read: (column) => (column === null ? null : (Number(column) / 100).toFixed(2)),
  },
  images: jsonList,
  files: jsonList,
  items: jsonList,
  params: {
    write: (value) => JSON.stringify(value ?? {}),
    read: (column) => (column ? JSON.parse(String(column)) : {}),
  },
  json: {
    write: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
    read: (column) => (typeof column === 'string' && column !== '' ? JSON.parse(column) : null),
  },
};

export const toColumn = (field: Field, value: unknown): Column => storages[field.kind].write(value);
export const fromColumn = (field: Field, column: unknown): unknown => storages[field.kind].read(column as Column);
