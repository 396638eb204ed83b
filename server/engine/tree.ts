import { sql } from 'kysely';
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
export function inDepthFirstOrder<T extends { id: number | string }>(
  byParent: ReadonlyMap<T['id'] | 0, T[]>,
): (T & { level: number })[] {
  const ordered: (T & { level: number })[] = [];
  const visited = new Set<T['id']>();
  const childrenOf = (parent: T['id'] | 0, level: number) =>
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

/**
 * A record and those above it, itself first, by the index on `pid`: the whole tree is not read. Each comes once, also where another
 * program has put a record under itself.
 */
export async function pathTo(db: Db, { name }: Entity, id: number): Promise<number[]> {
  const table = sql.table(name);
  const path = sql<{ id: number }>`with recursive up(id, pid) as (
    select id, pid from ${table} where id = ${id}
    union select above.id, above.pid from ${table} as above join up on above.id = up.pid)
    select id from up`;
  return (await path.execute(db)).rows.map((row) => Number(row.id));
}

/**
 * A record and those below it, each before its children, like `pathTo`. Those in the recycle bin are none.
 * @param isOn without those whose `status` is not 1, and all below them
 */
export async function subtreeOf(db: Db, { name, recycle }: Entity, id: number, isOn = false): Promise<number[]> {
  const table = sql.table(name);
  const conditions = [
    sql`true`,
    // SQLite would choose the index on `deleted_at` and read the whole tree for each row. This form can use no index.
    ...(recycle ? [sql`(below.deleted_at is null) = true`] : []),
    ...(isOn ? [sql`below.status = 1`] : []),
  ];
  const rows = await sql<TreeRow>`with recursive down(id, pid) as (
    select id, pid from ${table} where id = ${id}
    union select below.id, below.pid from ${table} as below join down on below.pid = down.id
      where ${sql.join(conditions, sql` and `)})
    select id, pid from down`.execute(db);
  return withDescendants(
    rows.rows.map((row) => ({ id: Number(row.id), pid: row.pid })),
    id,
  );
}

/** How many levels a record and those below it take. They are not counted beyond `maxLevel`. */
export async function heightOf(db: Db, { name }: Entity, id: number, maxLevel: number): Promise<number> {
  const table = sql.table(name);
  const { rows } = await sql<{ height: number }>`with recursive down(id, level) as (
    select id, 1 from ${table} where id = ${id}
    union select below.id, down.level + 1 from ${table} as below join down on below.pid = down.id
      where down.level < ${maxLevel})
    select max(level) as height from down`.execute(db);
  return Number(rows[0]?.height ?? 0);
}

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
