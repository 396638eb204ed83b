import type { Entity } from '../../contract/entity.ts';
import { type Db, generic } from '../database/tables.ts';

interface Node {
  id: number;
  [field: string]: unknown;
}

export interface TreeRow {
  id: number;
  pid: unknown;
}

/** Rows with `pid` in tree order, each with its `level` from 1. Rows without their parent are put at the top. */
export function inTreeOrder<T extends Node>(rows: T[]): (T & { level: number })[] {
  return inDepthFirstOrder(groupByParent(rows));
}

/**
 * The rows that can be reached from those without a parent, each before its children. A loop, since a tree may be as deep as it has rows; a
 * row that another program has put under itself comes once.
 * @param byParent rows by their parent's id, those at the top by 0
 */
export function inDepthFirstOrder<T extends { id: number }>(
  byParent: ReadonlyMap<number, T[]>,
): (T & { level: number })[] {
  const ordered: (T & { level: number })[] = [];
  const visited = new Set<number>();
  const childrenOf = (parent: number, level: number) =>
    (byParent.get(parent) ?? []).toReversed().map((row) => ({ ...row, level }));
  const stack = childrenOf(0, 1);
  for (let row = stack.pop(); row; row = stack.pop()) {
    if (visited.has(row.id)) continue;
    visited.add(row.id);
    ordered.push(row);
    // As arguments of one call a hundred thousand would be too many.
    for (const child of childrenOf(row.id, row.level + 1)) stack.push(child);
  }
  return ordered;
}

/** A reply cannot be nested deeper: JSON is written by recursion. */
const maxNestedLevels = 256;

/** Rows nested by `pid`; those of deeper levels stand beside each other at the deepest one. */
export function asTree<T extends Node>(rows: T[], childrenName: string): Node[] {
  const top: Node[] = [];
  const childrenById = new Map<number, Node[]>();
  for (const row of inTreeOrder(rows)) {
    const children: Node[] = [];
    const siblings = childrenById.get(Number(row.pid)) ?? top;
    siblings.push({ ...row, [childrenName]: children });
    childrenById.set(row.id, row.level < maxNestedLevels ? children : siblings);
  }
  return top;
}

function groupByParent<T extends Node>(rows: T[]): Map<number, T[]> {
  const ids = new Set(rows.map((row) => row.id));
  return Map.groupBy(rows, (row) => (ids.has(Number(row.pid)) ? Number(row.pid) : 0));
}

export const withDescendants = (rows: TreeRow[], id: number): number[] => [
  id,
  ...descendantsOf(rows, id).map((row) => row.id),
];

/** How many levels a record and those below it take. */
export const heightOf = (rows: TreeRow[], id: number): number =>
  1 + descendantsOf(rows, id).reduce((height, { level }) => Math.max(height, level), 0);

function descendantsOf(rows: TreeRow[], id: number) {
  const byParent = Map.groupBy(rows, ({ pid }) => Number(pid));
  return inDepthFirstOrder(new Map([...byParent, [0, byParent.get(id) ?? []]])).filter((row) => row.id !== id);
}

/** At which level of its tree a record stands, from 1. It is not counted beyond `maxLevel`. */
export async function levelOf(db: Db, { name }: Entity, id: number, maxLevel: number): Promise<number> {
  let level = 0;
  for (let at = id; at && level < maxLevel; level++) {
    const row = await generic(db).selectFrom(name).select('pid').where('id', '=', at).executeTakeFirst();
    at = Number(row?.pid ?? 0);
  }
  return level;
}

export async function withLevels<T extends Node>(db: Db, entity: Entity, page: { data: T[]; total: number }) {
  let all = generic(db).selectFrom(entity.name).select(['id', 'pid']);
  if (entity.recycle) all = all.where('deleted_at', 'is', null);
  const levels = new Map(inTreeOrder((await all.execute()) as Node[]).map(({ id, level }) => [id, level]));
  return { ...page, data: page.data.map((row) => ({ ...row, level: levels.get(row.id) ?? 1 })) };
}

export async function parentsFirst(db: Db, entity: Entity, ids: number[]): Promise<number[]> {
  if (!entity.tree) return ids;
  const rows = await generic(db).selectFrom(entity.name).select(['id', 'pid']).execute();
  const at = new Map(inTreeOrder(rows as Node[]).map(({ id, level }) => [id, level]));
  return ids.toSorted((one, other) => (at.get(one) ?? 0) - (at.get(other) ?? 0));
}
