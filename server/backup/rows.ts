import { hash } from 'node:crypto';
import { StartError } from '../core/errors.ts';
import { isTooManyValues } from '../core/jsonSize.ts';
import type { TableShape } from './schema.ts';

export type StoredRow = Record<string, number | string | null>;

/** A site with a higher id would soon give out ids that JavaScript cannot hold (2^53). */
export const highestId = 2 ** 52;

const wholeNumber = /^-?\d{1,19}$/;
/** Shortens a value for an error message: a backup that was tampered with can hold anything, of any length. */
const spelled = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value).slice(0, 60) : typeof value;
const describe = ({ name }: TableShape, column: string, { id }: Record<string, unknown>) =>
  `${name}.${column}${id === undefined ? '' : ` of the row ${spelled(id)}`}`;

/** Encodes a row of either database alike. Whole numbers that JavaScript cannot hold become texts of digits. */
export function encodeRow(shape: TableShape, row: Record<string, unknown>): StoredRow {
  const encoded: StoredRow = {};
  for (const [column, kind] of shape.columns) {
    const value = row[column];
    if (value === null) encoded[column] = null;
    else if (kind === 'text' && typeof value === 'string') encoded[column] = value;
    else if (kind === 'integer' && isWhole(value)) encoded[column] = portable(String(value));
    else throw new StartError(`${describe(shape, column, row)} holds no ${kind} but ${spelled(value)}.`);
  }
  return encoded;
}

const isWhole = (value: unknown) => typeof value !== 'object' && wholeNumber.test(String(value));
const portable = (digits: string) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : digits);

/** @throws StartError if the line has not exactly the table's columns, or a value is of another type */
export function decodeRow(shape: TableShape, line: string): StoredRow {
  // A row is flat. Other JSON would take many times its size in memory.
  if (isTooManyValues(line)) throw new StartError('A line is no row.');
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new StartError('A line is no row.');
  const foreign = Object.keys(row).find((column) => !shape.columns.has(column));
  if (foreign !== undefined) throw new StartError(`${shape.name} has no column ${spelled(foreign)}.`);
  const encoded = encodeRow(shape, row as Record<string, unknown>);
  if (Number(encoded.id ?? 0) > highestId) throw new StartError(`${describe(shape, 'id', encoded)} is too large.`);
  return encoded;
}

/** Counts rows and adds up their digests: the sum is the same in any order. */
export function openSum() {
  let rows = 0;
  let sum = 0n;
  return {
    add: (row: StoredRow) => {
      rows++;
      sum = BigInt.asUintN(64, sum + hash('sha256', JSON.stringify(row), 'buffer').readBigUInt64BE());
    },
    result: (): TableSum => ({ rows, sum: sum.toString(16).padStart(16, '0') }),
  };
}

/** Sums up the rows of all tables of a backup, and compares the sums with those in its manifest. */
export function openSums(names: Iterable<string>) {
  const sums = new Map([...names].map((name) => [name, openSum()]));
  return {
    add: (name: string, row: StoredRow) => sums.get(name)?.add(row),
    /** Returns the first table with other rows, and how many rows it has. */
    differing: (told: Record<string, TableSum>): { name: string; rows: number; told: number } | undefined => {
      for (const [name, sum] of sums) {
        const { rows, sum: digest } = sum.result();
        if (rows !== told[name]?.rows || digest !== told[name].sum) return { name, rows, told: told[name]?.rows ?? 0 };
      }
      return undefined;
    },
  };
}

export interface TableSum {
  rows: number;
  sum: string;
}
