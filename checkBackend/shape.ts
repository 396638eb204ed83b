import { type Call, fieldsOfRows, isPage } from '../contract/call.ts';
import { menu } from '../contract/calls/console.ts';
import { isRecord, listOf } from '../contract/codecs.ts';
import { type Fields, refTitlesName } from '../contract/fields.ts';
import { childrenOf } from '../dataProvider/foreign/foreignMenu.ts';
import { rowsWithin } from '../dataProvider/rows.ts';
import { rowsOfPairs } from '../dataProvider/transport/replies.ts';
import { isNothing, isReadable } from './readable.ts';

interface Shape {
  /** Errors: values that the console cannot decode. */
  wrong: string[];
  /** Remarks on values that the console can decode. */
  says: string[];
}

type Values = Record<string, unknown>;
const int = { kind: 'int' } as const;
const wrong = (...sentences: string[]): Shape => ({ wrong: sentences, says: [] });

/** Compares a reply's `data` with what the contract says that a call returns. */
export function shapeOf(call: Call, data: unknown): Shape {
  const { returns } = call;
  if (returns === undefined || call.file) return wrong();
  // The console cannot use a file without its address.
  const isFile = call.upload !== undefined && 'url' in returns;
  if (isFile && !(isRecord(data) && data.url)) return wrong(`data is ${named(data)}, without the file's address`);
  // A usual reply to a write is `1`, the number of changed rows.
  const isNoRecord = isNothing(data) || (call.writes && typeof data !== 'object');
  if (isNoRecord) return nothing(call);
  const fields = fieldsOfRows(returns);
  if (fields) return many(fields, data, call);
  return isRecord(data) ? fieldsOf(returns as Fields, [data]) : wrong(`data is ${named(data)}, not an object`);
}

const answeredWithoutRecord = 'the write was answered without a record: the console reads again what it shows';

/** Judges a reply without a record. A write need not return one, because the console reads the record again. */
function nothing({ returns, writes }: Call): Shape {
  const isNeeded =
    !writes && !fieldsOfRows(returns) && Object.values(returns as Fields).some(({ required }) => required);
  return isNeeded ? wrong('data is empty') : { wrong: [], says: writes ? [answeredWithoutRecord] : [] };
}

function many(fields: Fields, reply: unknown, call: Call): Shape {
  const { returns, within, pairs } = call;
  const data = pairs ? rowsOfPairs(reply, fields, pairs) : reply;
  const isPaged = isPage(returns);
  const bare = asList(data);
  if (bare) {
    if (within) return rowsOf(call, fields, rowsWithin(bare.filter(isRecord), within));
    const shape = rowsOf(call, fields, bare);
    return isPaged ? { ...shape, says: ['a bare array: the console pages it itself', ...shape.says] } : shape;
  }
  if (!isRecord(data)) return wrong(`data is ${named(data)}, not a list`);
  // The list of a single page may be the record itself.
  if (!('data' in data)) return 'id' in data ? rowsOf(call, fields, [data]) : wrong('data is an object without a list');
  const rows = isNothing(data.data) ? [] : asList(data.data);
  if (!rows) return wrong(`data.data is ${named(data.data)}, not a list`);
  const shape = rowsOf(call, fields, rows);
  if (!isReadable(data.total, int) || data.total === undefined) shape.wrong.push(`total is ${named(data.total)}`);
  if (!isPaged) shape.says.push('a page: the console shows what it holds');
  return shape;
}

/** Returns the list in any form that the console accepts, or undefined if the value is none. */
function asList(value: unknown): unknown[] | undefined {
  const list = listOf(value);
  const isWhole = isRecord(value) && Object.keys(value).length === list.length;
  return Array.isArray(value) || isWhole ? list : undefined;
}

type RowsBelow = (row: Values) => unknown[];

/** The console finds the children of a menu's entries under any of several names. */
const rowsBelow = ({ path, children }: Call): RowsBelow =>
  path === menu.path ? childrenOf : (row) => (children ? listOf(row[children]) : []);

function rowsOf(call: Call, fields: Fields, list: unknown[]): Shape {
  const all = withRowsBelow(list, rowsBelow(call));
  const rows = all.filter(isRecord);
  if (rows.length < all.length) return wrong('a row is no object');
  const shape = fieldsOf(fields, rows);
  const { apart = ['id'] } = call;
  if ('id' in fields && apart.includes('id') && rows.some(({ id }) => !isReadable(id, int) || !id))
    shape.wrong.push('a row has no id');
  return shape;
}

/** Flattens the rows of all levels into one list. */
const withRowsBelow = (list: unknown[], below: RowsBelow): unknown[] =>
  list.flatMap((row) => [row, ...withRowsBelow(isRecord(row) ? below(row) : [], below)]);

/** Values that cannot be decoded are wrong; fields that no row has are remarks. */
function fieldsOf(fields: Fields, rows: Values[]): Shape {
  const shape = wrong();
  const lacking: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const bad = rows.find((row) => !isReadable(row[name], field));
    if (bad) shape.wrong.push(`${name} is ${named(bad[name])}, which is no ${field.kind}`);
    // A back end without extensions has no versions and no titles of references.
    if (
      ![refTitlesName, 'version'].includes(name) &&
      rows.length > 0 &&
      !field.heavy &&
      rows.every((row) => !(name in row))
    )
      lacking.push(name);
  }
  if (lacking.length > 0) shape.says.push(`without ${few(lacking)}`);
  return shape;
}

const maxNames = 4;
const few = (names: string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ');

function named(value: unknown): string {
  if (value === undefined) return 'missing';
  const spelled = JSON.stringify(value);
  return spelled.length > 40 ? `${spelled.slice(0, 40)}…` : spelled;
}
