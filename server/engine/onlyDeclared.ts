import { fieldsOfRows, isPage, type Reply } from '../../contract/call.ts';
import type { Field, Fields } from '../../contract/fields.ts';

/** Only what the contract declares, so that a field does not become public only because a handler read it. */
export function onlyDeclared(returns: Reply, data: unknown): unknown {
  if (!returns || data === null || data === undefined) return null;
  const rowFields = fieldsOfRows(returns);
  if (isPage(returns)) {
    const { data: rows, total } = data as { data: unknown[]; total: number };
    return { data: rows.map((row) => pickFields(returns.page, row)), total };
  }
  return rowFields ? (data as unknown[]).map((row) => pickFields(rowFields, row)) : pickFields(returns as Fields, data);
}

export function pickFields(fields: Fields, record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const values = record as Record<string, unknown>;
  const names = Object.keys(fields).filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(names.map((name) => [name, pickItems(name, fields[name], values[name])]));
}

/** Items may contain items of the same kind, such as the children of a tree. */
function pickItems(name: string, field: Field | undefined, value: unknown): unknown {
  if (!field?.of || !Array.isArray(value)) return value;
  const fields = { ...field.of, [name]: field };
  return value.map((item) => pickFields(fields, item));
}
