import type { Identifier, RaRecord } from 'ra-core';
import { type Plan, pathTo, planEdits } from './planMove.ts';

/** Where a record is dropped: below `parent` (null: first level), in front of `before` (null: last). */
export interface Spot {
  parent: Identifier | null;
  before: Identifier | null;
}

/** Why a record cannot be dropped: below itself, or in another tree. */
export type Obstacle = 'itself' | 'apart';

/** @param divided the fields whose values separate the trees */
export function obstacleAt(
  roots: RaRecord[],
  children: string,
  record: RaRecord,
  { parent }: Spot,
  divided: string[],
): Obstacle | undefined {
  if (parent === null) return undefined;
  const path = pathTo(roots, children, parent).map(({ siblings, at }) => siblings[at]);
  if (path.some((each) => each?.id === record.id)) return 'itself';
  const above = path.at(-1);
  return divided.some((name) => above?.[name] !== record[name]) ? 'apart' : undefined;
}

/**
 * Plans a drop by the fewest edits of `pid` and `sort`.
 * @param roots the first level in the displayed order
 * @param children the property that holds a record's children
 * @returns undefined if nothing changes, or the drop is not possible
 */
export function planDrop(roots: RaRecord[], children: string, id: Identifier, spot: Spot): Plan | undefined {
  const own = pathTo(roots, children, id).at(-1);
  const record = own?.siblings[own.at];
  if (!own || !record || obstacleAt(roots, children, record, spot, [])) return undefined;
  const above = spot.parent === null ? undefined : pathTo(roots, children, spot.parent).at(-1);
  const parent = above?.siblings[above.at];
  if (spot.parent !== null && !parent) return undefined;
  const siblings: RaRecord[] = parent ? (parent[children] ?? []) : roots;
  const before = siblings.findIndex((each) => each.id === spot.before);
  const isOwn = own.parent?.id === parent?.id;
  const end = before < 0 ? siblings.length : before;
  const at = isOwn && own.at < end ? end - 1 : end;
  if (isOwn && at === own.at) return undefined;
  const others = siblings.filter((each) => each !== record);
  const pid = isOwn ? record.pid : (parent?.id ?? null);
  return planEdits(record, parent, others.toSpliced(at, 0, record), pid);
}

export interface Target {
  spot: Spot;
  edge: 'top' | 'bottom' | 'within';
  level: number;
}

interface Pointer {
  /** The vertical position in the row, from 0 to 1. */
  down: number;
  level: number;
}

const edge = 0.3;

/**
 * Where a record goes that is dropped over a row: before, below or after it. After the last row of a branch the
 * pointer's horizontal position decides the level.
 * @param row a visible row
 */
export function targetAt(
  roots: RaRecord[],
  children: string,
  row: RaRecord,
  isOpen: boolean,
  { down, level }: Pointer,
): Target {
  const path = pathTo(roots, children, row.id);
  const depth = path.length - 1;
  const below: RaRecord[] = row[children] ?? [];
  const parentAt = (at: number) => path[at]?.parent?.id ?? null;
  if (down < edge) return { spot: { parent: parentAt(depth), before: row.id }, edge: 'top', level: depth };
  if (down <= 1 - edge) return { spot: { parent: row.id, before: null }, edge: 'within', level: depth };
  if (isOpen && below[0]) return { spot: { parent: row.id, before: below[0].id }, edge: 'bottom', level: depth + 1 };
  let at = depth;
  const next = (index: number) => path[index]?.siblings[(path[index]?.at ?? 0) + 1];
  while (at > level && at > 0 && !next(at)) at--;
  return { spot: { parent: parentAt(at), before: next(at)?.id ?? null }, edge: 'bottom', level: at };
}
