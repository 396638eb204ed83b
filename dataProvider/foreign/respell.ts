import { type Call, fieldsOfRows } from '../../contract/call.ts';
import { isRecord, listOf } from '../../contract/codecs.ts';

type Values = Record<string, unknown>;

/** A reply of a back end without extensions in the shape that ours has, where console.md names none. */
export function respell(call: Call, data: unknown): unknown {
  if (call.upload) return uploaded(data);
  const held = call.within ?? call.holds;
  const fields = fieldsOfRows(call.returns);
  const list = held || fields ? paged(data) : data;
  if (held) return grouped(listOf(isRecord(list) && 'data' in list ? list.data : list).filter(isRecord), held);
  return fields && 'title' in fields && !('name' in fields) ? titled(list) : list;
}

const pageNames = ['list', 'rows', 'items', 'records'];

/** A page may name its rows and their number otherwise, as in `{ list, count }`. A record with a list of its own has an id. */
function paged(data: unknown): unknown {
  if (!isRecord(data) || 'data' in data || 'id' in data) return data;
  const rows = pageNames.map((name) => data[name]).find(Array.isArray);
  return rows ? { data: rows, total: data.total ?? data.count } : data;
}

function uploaded(data: unknown): unknown {
  const url = addressIn(data);
  return url ? { ...(isRecord(data) && data), url } : data;
}

/** The address may be the whole reply, or stand under `url`, `src` or `path`, also within `data` or the first entry of a list. */
function addressIn(data: unknown): unknown {
  if (Array.isArray(data)) return addressIn(data[0]);
  if (!isRecord(data)) return data;
  return data.url || data.src || data.path || addressIn(data.data);
}

const itemNames = ['sunList', 'children', 'list', 'config'];

/** Groups with their rows. The rows may stand under any other name, or in one list with the groups. */
function grouped(rows: Values[], { name, owner }: NonNullable<Call['within']>): Values[] {
  const groups = rows.filter((row) => !Number(row[owner]));
  const known = new Set(groups.map(({ id }) => Number(id)));
  const flat = Map.groupBy(rows, (row) => Number(row[owner]) || 0);
  const groupsWithoutRow = [...flat.keys()]
    .filter((id) => id > 0 && !known.has(id))
    .map((id) => ({ id, title: `#${id}` }));
  return [...groups, ...groupsWithoutRow].map((group: Values) => {
    const named = [name, ...itemNames].map((each) => listOf(group[each]));
    const others = Object.values(group).map((value) => listOf(value).filter(isRecord));
    const nested = [...named, ...others].find(({ length }) => length > 0);
    return { ...group, [name]: nested ?? flat.get(Number(group.id)) ?? [] };
  });
}

/** Rows, also those below others, whose title may be called `name`, or be all that is sent of them. */
function titled(data: unknown): unknown {
  if (Array.isArray(data))
    return data.map((row, at) => {
      if (typeof row === 'string') return { id: at + 1, title: row };
      return isRecord(row) ? titledRow(row) : row;
    });
  return isRecord(data) && Array.isArray(data.data) ? { ...data, data: titled(data.data) } : data;
}

function titledRow(row: Values): Values {
  const below = ['children', 'sunList'].filter((name) => Array.isArray(row[name]));
  return {
    ...row,
    ...(row.title === undefined && row.name !== undefined && { title: row.name }),
    ...Object.fromEntries(below.map((name) => [name, titled(row[name])])),
  };
}
