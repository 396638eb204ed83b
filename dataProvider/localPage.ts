import type { GetListParams, RaRecord } from 'ra-core';

/** Filters, sorts and pages rows that the back end gave all at once. */
export function localPage(rows: RaRecord[], { filter = {}, sort, pagination }: Partial<GetListParams>) {
  const { searchKey, ...equal } = filter as Record<string, unknown>;
  const found = rows.filter(
    (row) =>
      Object.entries(equal).every(([name, value]) => value === undefined || row[name] === value) &&
      (!searchKey || JSON.stringify(row).toLowerCase().includes(String(searchKey).toLowerCase())),
  );
  if (sort) found.sort((one, other) => compare(one[sort.field], other[sort.field]) * (sort.order === 'DESC' ? -1 : 1));
  const { page = 1, perPage = found.length } = pagination ?? {};
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one ?? '').localeCompare(String(other ?? ''));
}
