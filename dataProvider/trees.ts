import type { RaRecord } from 'ra-core';
import { type Entity, treeFields } from '../contract/entity.ts';

/** A tree is whole unless it is searched. If the back end does not nest it, all records are loaded. */
export function isWholeTree(entity: Entity, filter: Record<string, unknown>): boolean {
  const { list, all } = entity.calls;
  const divided = treeFields(entity);
  return Boolean(entity.tree && all && !list.children) && Object.keys(filter).every((name) => divided.includes(name));
}

/** Nests records by `pid`. A record without its parent is put at the top. */
export function buildTree(rows: RaRecord[]): RaRecord[] {
  const ids = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ pid }) => (ids.has(pid) ? pid : null));
  const branch = (row: RaRecord): RaRecord => ({ ...row, children: (below.get(row.id) ?? []).map(branch) });
  return (below.get(null) ?? []).map(branch);
}

/** Search results in a tree, without their descendants. */
export function withoutChildren(rows: RaRecord[], children: string | undefined): RaRecord[] {
  return children ? flattenTree(rows, children).map((row) => ({ ...row, [children]: [] })) : rows;
}

export function flattenTree(rows: RaRecord[], children: string | undefined): RaRecord[] {
  const below = (row: RaRecord) => (children && Array.isArray(row[children]) ? row[children] : []);
  return children ? rows.flatMap((row) => [row, ...flattenTree(below(row), children)]) : rows;
}
