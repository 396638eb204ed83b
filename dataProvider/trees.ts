import type { RaRecord } from 'ra-core';
import type { Entity } from '../contract/entity.ts';
import { treeFields } from '../contract/trees.ts';

/** A tree is shown as a whole, unless it is searched; the back end that does not nest it itself gives all its records. */
export function isWholeTree(entity: Entity, filter: Record<string, unknown>): boolean {
  const { list, all } = entity.calls;
  const divided = treeFields(entity);
  return Boolean(entity.tree && all && !list.children) && Object.keys(filter).every((name) => divided.includes(name));
}

/** Records with `pid` as a tree. One whose parent is not there stands at the top. */
export function nested(rows: RaRecord[]): RaRecord[] {
  const ids = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ pid }) => (ids.has(pid) ? pid : null));
  const branch = (row: RaRecord): RaRecord => ({ ...row, children: (below.get(row.id) ?? []).map(branch) });
  return (below.get(null) ?? []).map(branch);
}

/** What a search finds in a tree stands by itself, without what is below it. */
export function apart(rows: RaRecord[], children: string | undefined): RaRecord[] {
  return children ? flat(rows, children).map((row) => ({ ...row, [children]: [] })) : rows;
}

/** A tree's rows one after the other, parents first. */
export function flat(rows: RaRecord[], children: string | undefined): RaRecord[] {
  const below = (row: RaRecord) => (children && Array.isArray(row[children]) ? row[children] : []);
  return children ? rows.flatMap((row) => [row, ...flat(below(row), children)]) : rows;
}
