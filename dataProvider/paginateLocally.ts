import type { GetListParams, RaRecord } from 'ra-core';
import type { Fields } from '../contract/fields.ts';
import { foldText } from '../contract/foldText.ts';

/** @param sent the names of the filters that the back end was asked for: one whose field its rows do not have was applied there */
export function paginateLocally(
  rows: RaRecord[],
  { filter = {}, sort, pagination }: Partial<GetListParams>,
  fields: Fields,
  sent: readonly string[] = [],
): { data: RaRecord[]; total: number } {
  const { searchKey, ...equal } = filter as Record<string, unknown>;
  // For a reference, 0 means all (docs/contract.md, "Requests and replies").
  const given = Object.entries(equal).filter(
    ([name, value]) => ![undefined, null, ''].includes(value as null) && !(value === 0 && fields[name]?.kind === 'ref'),
  );
  const conditions = given.filter(([name]) => !sent.includes(name) || rows.some((row) => row[name] !== undefined));
  const found = rows.filter(
    (row) =>
      conditions.every(([name, value]) => row[name] === value) && (!searchKey || contains(row, String(searchKey))),
  );
  if (sort) found.sort((one, other) => compare(one[sort.field], other[sort.field]) * (sort.order === 'DESC' ? -1 : 1));
  const { page = 1, perPage = found.length } = pagination ?? {};
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

function contains(row: RaRecord, text: string): boolean {
  const wanted = foldText(text);
  return Object.values(row).some((value) => typeof value !== 'object' && foldText(`${value}`).includes(wanted));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one ?? '').localeCompare(String(other ?? ''));
}
