import { type Call, fieldsOfRows, isPage } from '../../contract/call.ts';
import { decodeFields, decodeReply, isRecord, listOf } from '../../contract/codecs.ts';
import type { Fields } from '../../contract/fields.ts';

export type Values = Record<string, unknown>;

/** The properties in which back ends nest a tree's children. */
const childrenNames = ['children', 'sunList'];

/** Each row as it was received. An edit may have to send its values back unchanged. */
const wires = new WeakMap<object, Values>();
export const wireOf = (row: object): Values => wires.get(row) ?? {};

/** Pages without a total from the back end. They contain all records. */
const withoutTotal = new WeakSet<object>();

/** Depends on the kinds of the fields, never on the entity. A list gives `{data, total}` or a bare array. */
export function readData(call: Call, data: unknown): unknown {
  const { returns } = call;
  if (!returns) return data;
  const fields = fieldsOfRows(returns);
  if (!fields) return decodeFields(returns as Fields, isRecord(data) ? data : {}, call.writes ? undefined : 'full');
  const { rows, total } = openList(call.pairs ? rowsOfPairs(data, fields, call.pairs) : data);
  const read = readRows(call, fields, rows);
  if (!isPage(returns)) return read;
  const page = { data: read, total: total ?? read.length };
  if (total === undefined) withoutTotal.add(page);
  return page;
}

const isPageOf = (reply: Values) => 'data' in reply && (Array.isArray(reply.data) || 'total' in reply);

/** The rows of a list's reply, which may be a page, a bare array or one record. Only a page has a `total`. */
export function openList(reply: unknown): { rows: Values[]; total?: number } {
  if (!isRecord(reply)) return { rows: listOf(reply).filter(isRecord) };
  const { data, total } = reply;
  if (!isPageOf(reply)) {
    if (Object.keys(reply).length === 0) return { rows: [] };
    const rows = listOf(reply);
    return rows.length > 0 ? { rows: rows.filter(isRecord) } : { rows: [reply], total: 1 };
  }
  const listed = listOf(data).filter(isRecord);
  // Some back ends put one record where a page has its rows.
  const isOne = listed.length === 0 && isRecord(data) && Object.keys(data).length > 0;
  const rows = isOne ? [data] : listed;
  const known = withoutTotal.has(reply) ? null : (decodeReply({ kind: 'int' }, total) as number | null);
  return known === null ? { rows } : { rows, total: Math.max(known, rows.length) };
}

/** Rows from an object whose keys are names and whose values are values, rows without their name, or groups of these. */
export function rowsOfPairs(reply: unknown, fields: Fields, pair: readonly [string, string]): unknown {
  const [name, value] = pair;
  if (!isRecord(reply) || isPageOf(reply) || name in reply || listOf(reply).length > 0) return reply;
  const isRow = (each: unknown) => isRecord(each) && Object.keys(each).some((key) => key in fields);
  return Object.entries(reply).flatMap(([key, each]) => {
    if (isRow(each)) return { [name]: key, ...(each as Values) };
    const rows = listOf(each).filter(isRecord);
    if (rows.length > 0) return rows;
    return isRecord(each) ? rowsOfPairs(each, fields, pair) : { [name]: key, [value]: each };
  });
}

/** Reads rows and their nested rows without duplicates. Joins repeat a record; its first row is used. */
function readRows(call: Call, fields: Fields, rows: Values[]): Values[] {
  const { within } = call;
  const seen = new Set<string>();
  if (!within) return readBranch(call, fields, rows, seen);
  const owners = readBranch(call, { id: { kind: 'int' } }, rows, new Set());
  return owners.map((owner) => ({
    ...owner,
    [within.name]: readBranch(call, fields, listOf(owner[within.name]).filter(isRecord), seen),
  }));
}

/** @param seen the keys of all rows of the reply so far */
function readBranch(call: Call, fields: Fields, rows: Values[], seen: Set<string>): Values[] {
  const names = 'id' in fields ? (call.apart ?? ['id']) : [];
  const distinct: Values[] = [];
  for (const row of rows) {
    const read = decodeFields(fields, row, call.sparse ? undefined : 'full');
    const id = decodeReply({ kind: 'int' }, row.id);
    // A missing, invalid or zero id becomes a negative one, which no record has, so that the row is at least shown.
    if ('id' in fields) read.id = names.length > 0 ? id || -1 - seen.size : (id ?? 0);
    const key = JSON.stringify(names.map((name) => read[name]));
    if (names.length > 0 && seen.has(key)) continue;
    seen.add(key);
    distinct.push(withChildren(call, fields, row, read, seen));
  }
  return distinct;
}

function withChildren(call: Call, fields: Fields, row: Values, read: Values, seen: Set<string>): Values {
  const nested = childrenNames.map((name) => listOf(row[name]).filter(isRecord)).find(({ length }) => length > 0);
  for (const name of childrenNames) delete read[name];
  const under = call.children ?? (nested && childrenNames[0]);
  if (under) read[under] = readBranch(call, fields, nested ?? [], seen);
  wires.set(read, row);
  return read;
}
