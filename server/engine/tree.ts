import type { Entity } from '../../contract/entity.ts';
import { type Db, generic } from '../database/tables.ts';

interface Node {
  id: number;
  [field: string]: unknown;
}

/** Rows with `pid` in tree order, each with its `level` from 1. Rows without their parent are put at the top. */
export function inTreeOrder<T extends Node>(rows: T[]): (T & { level: number })[] {
  return fromTheTop(groupByParent(rows));
}

/**
 * What can be reached from the rows of no parent, each before those below it. A loop, since a tree may be as deep as it has rows.
 * @param byParent rows by their parent's id, those at the top by 0
 */
export function fromTheTop<T extends { id: number }>(byParent: ReadonlyMap<number, T[]>): (T & { level: number })[] {
  const ordered: (T & { level: number })[] = [];
  const at = (level: number, parent: number) =>
    (byParent.get(parent) ?? []).toReversed().map((row) => ({ ...row, level }));
  const waiting = at(1, 0);
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    ordered.push(row);
    waiting.push(...at(row.level + 1, row.id));
  }
  return ordered;
}

/** A reply cannot be nested deeper: JSON is written by recursion. */
const deepestNested = 256;

/** Rows nested by `pid`; those of deeper levels stand beside each other at the deepest one. */
export function asTree<T extends Node>(rows: T[], childrenName: string): Node[] {
  const children = new Map<number, Node[]>([[0, []]]);
  for (const row of inTreeOrder(rows)) {
    const below: Node[] = [];
    const beside = children.get(Number(row.pid)) ?? children.get(0);
    children.set(row.id, row.level < deepestNested ? below : (beside as Node[]));
    beside?.push({ ...row, [childrenName]: below });
  }
  return children.get(0) ?? [];
}

function groupByParent<T extends Node>(rows: T[]): Map<number, T[]> {
  const ids = new Set(rows.map((row) => row.id));
  return Map.groupBy(rows, (row) => (ids.has(Number(row.pid)) ? Number(row.pid) : 0));
}

export function withDescendants(rows: { id: number; pid: unknown }[], id: number): number[] {
  const byParent = Map.groupBy(rows, ({ pid }) => Number(pid));
  return [id, ...fromTheTop(new Map([...byParent, [0, byParent.get(id) ?? []]])).map((row) => row.id)];
}

/** How many levels a record and those below it take. */
export function heightOf(rows: { id: number; pid: unknown }[], id: number): number {
  const byParent = Map.groupBy(rows, ({ pid }) => Number(pid));
  const below = fromTheTop(new Map([...byParent, [0, byParent.get(id) ?? []]]));
  return 1 + below.reduce((most, { level }) => Math.max(most, level), 0);
}

/** At which level of its tree a record stands, from 1; `most` and more are not told apart. */
export async function levelOf(db: Db, { name }: Entity, id: number, most: number): Promise<number> {
  let level = 0;
  for (let at = id; at && level < most; level++) {
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
