import type { Entity } from '../../contract/entity.ts';
import { type Db, generic } from '../database/tables.ts';

interface Node {
  id: number;
  [field: string]: unknown;
}

/** Rows with `pid` in tree order, each with its `level` from 1. Rows without their parent are put at the top. */
export function inTreeOrder<T extends Node>(rows: T[]): (T & { level: number })[] {
  const byParent = groupByParent(rows);
  const walk = (pid: number, level: number): (T & { level: number })[] =>
    (byParent.get(pid) ?? []).flatMap((row) => [{ ...row, level }, ...walk(row.id, level + 1)]);
  return walk(0, 1);
}

export function asTree<T extends Node>(rows: T[], childrenName: string): Node[] {
  const byParent = groupByParent(rows);
  const walk = (pid: number, level: number): Node[] =>
    (byParent.get(pid) ?? []).map((row) => ({ ...row, level, [childrenName]: walk(row.id, level + 1) }));
  return walk(0, 1);
}

function groupByParent<T extends Node>(rows: T[]): Map<number, T[]> {
  const ids = new Set(rows.map((row) => row.id));
  return Map.groupBy(rows, (row) => (ids.has(Number(row.pid)) ? Number(row.pid) : 0));
}

export function withDescendants(rows: { id: number; pid: unknown }[], id: number): number[] {
  const below = rows.filter((row) => Number(row.pid) === id).flatMap((row) => withDescendants(rows, row.id));
  return [id, ...below];
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
