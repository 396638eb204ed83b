import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';

type StoredValue = string | number | null;
export interface ColumnType {
  type: 'number' | 'string';
  default?: string | number;
}
interface Storage {
  column: ColumnType;
  write(value: unknown): StoredValue;
  read(column: StoredValue): unknown;
}

const text: Storage = {
  column: { type: 'string', default: '' },
  write: (value) => (value as string | null) ?? '',
  read: (column) => column ?? '',
};
const asIs = (type: ColumnType['type']): Storage => ({
  column: { type },
  write: (value) => (value as StoredValue) ?? null,
  read: (column) => column,
});
const flag: ColumnType = { type: 'number', default: 0 };
const jsonList: Storage = {
  column: { type: 'string', default: '[]' },
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
  choice: asIs('string'),
  int: asIs('number'),
  ref: asIs('number'),
  refs: asIs('string'),
  flag: { column: flag, write: (value) => Number(value ?? 0), read: (column) => Number(column ?? 0) },
  bool: { column: flag, write: (value) => Number(value ?? 0), read: (column) => column === 1 },
  time: asIs('string'),
  money: {
    column: { type: 'number' },
    write: (value) => (value === null || value === undefined ? null : Math.round(Number(value) * 100)),
    read: (column) => (column === null ? null : (Number(column) / 100).toFixed(2)),
  },
  images: jsonList,
  files: jsonList,
  items: jsonList,
  params: {
    column: { type: 'string', default: '{}' },
    write: (value) => JSON.stringify(value ?? {}),
    read: (column) => (column ? JSON.parse(String(column)) : {}),
  },
  json: {
    column: { type: 'string' },
    write: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
    read: (column) => (typeof column === 'string' && column !== '' ? JSON.parse(column) : null),
  },
};

/** Whether a record goes to the recycle bin together with its column; `deleted_with` is then that column's id. */
export const isDeletedWithColumn = ({ name, model, fields }: Entity): boolean =>
  name === 'column' || Boolean(model && fields.col_id);

export const isStored = ({ virtual, kind }: Field): boolean => !virtual && kind !== 'refs';
export const columnTypeOf = ({ kind }: Field): ColumnType => storages[kind].column;
export const toStored = (field: Field, value: unknown): StoredValue => storages[field.kind].write(value);
export const fromStored = (field: Field, column: unknown): unknown => storages[field.kind].read(column as StoredValue);
