import { type Call, fieldsOfRows, isPage } from '../contract/call.ts';
import type { Fields } from '../contract/fields.ts';
import { isRecord, listOf, readers, readFields } from './readKinds.ts';
import { attachMessage, replyMessageOf } from './replyMessage.ts';

export type Values = Record<string, unknown>;

/** The names under which back ends nest a tree. */
const childrenNames = ['children', 'sunList'];

/** What each row was before it was read: an edit may have to send it back as it came. */
const wires = new WeakMap<object, Values>();
export const wireOf = (row: object): Values => wires.get(row) ?? {};

/** Pages whose total the back end did not tell: all that there is. */
const untold = new WeakSet<object>();

/**
 * A reply's data as its call declares it, whatever spelling the back end has for it: by the kinds of the fields, never
 * by the entity (docs/contract.md, "Requests and replies").
 * @returns rows of a list: `{data, total}` of a page, else a bare array; else a record, or what came where the call
 * declares nothing
 */
export function readReply(call: Call, data: unknown): unknown {
  return attachMessage(readData(call, data), replyMessageOf(data));
}

function readData(call: Call, data: unknown): unknown {
  const { returns } = call;
  if (!returns) return data;
  const fields = fieldsOfRows(returns);
  if (!fields) return readFields(returns as Fields, isRecord(data) ? data : {}, call.writes ? undefined : 'full');
  const { rows, total } = opened(call.pairs ? paired(data, fields, call.pairs) : data);
  const read = readRows(call, fields, rows);
  if (!isPage(returns)) return read;
  const page = { data: read, total: total ?? read.length };
  if (total === undefined) untold.add(page);
  return page;
}

const isPageOf = (reply: Values) => 'data' in reply && (Array.isArray(reply.data) || 'total' in reply);

/** The rows of a list's reply: of a page, a bare array or one record; `total` is known of a page alone. */
export function opened(reply: unknown): { rows: Values[]; total?: number } {
  if (!isRecord(reply)) return { rows: listOf(reply).filter(isRecord) };
  const { data, total } = reply;
  if (!isPageOf(reply)) {
    if (isEmpty(reply)) return { rows: [] };
    const rows = listOf(reply);
    return rows.length > 0 ? { rows: rows.filter(isRecord) } : { rows: [reply], total: 1 };
  }
  const rows = listOf(data).filter(isRecord);
  const told = untold.has(reply) ? null : (readers.int(total, { kind: 'int' }) as number | null);
  return told === null ? { rows } : { rows, total: Math.max(told, rows.length) };
}

/** The rows of an object that has a value, or a row without its name, under each name; or groups of these. */
function paired(reply: unknown, fields: Fields, pair: readonly [string, string]): unknown {
  const [name, value] = pair;
  if (!isRecord(reply) || isPageOf(reply) || name in reply || listOf(reply).length > 0) return reply;
  const isRow = (told: unknown) => isRecord(told) && Object.keys(told).some((key) => key in fields);
  return Object.entries(reply).flatMap(([key, told]) => {
    if (isRow(told)) return { [name]: key, ...(told as Values) };
    const rows = listOf(told).filter(isRecord);
    if (rows.length > 0) return rows;
    return isRecord(told) ? paired(told, fields, pair) : { [name]: key, [value]: told };
  });
}

const isEmpty = (reply: Values) => Object.keys(reply).length === 0;

/** Rows, those within others too, of which none comes twice: joins repeat a record, and its first row stays. */
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

/** @param seen what tells the rows apart that came before, in the whole of the reply */
function readBranch(call: Call, fields: Fields, rows: Values[], seen: Set<string>): Values[] {
  const names = 'id' in fields ? (call.apart ?? ['id']) : [];
  const kept: Values[] = [];
  for (const row of rows) {
    const read = readFields(fields, row, call.sparse ? undefined : 'full');
    const id = readers.int(row.id, { kind: 'int' });
    // One that cannot be read, or is 0, is one that no record has, so that the row is at least shown.
    if ('id' in fields) read.id = names.length > 0 ? id || -1 - seen.size : (id ?? 0);
    const key = JSON.stringify(names.map((name) => read[name]));
    if (names.length > 0 && seen.has(key)) continue;
    seen.add(key);
    kept.push(withChildren(call, fields, row, read, seen));
  }
  return kept;
}

function withChildren(call: Call, fields: Fields, row: Values, read: Values, seen: Set<string>): Values {
  const nested = childrenNames.map((name) => listOf(row[name]).filter(isRecord)).find(({ length }) => length > 0);
  for (const name of childrenNames) delete read[name];
  const under = call.children ?? (nested && childrenNames[0]);
  if (under) read[under] = readBranch(call, fields, nested ?? [], seen);
  wires.set(read, row);
  return read;
}
