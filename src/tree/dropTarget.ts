import type { RaRecord } from 'ra-core';
import type { Spot } from './planDrop.ts';
import { pathTo } from './planMove.ts';

/** A spot as it is shown: a line at an edge of a row, or the row itself, from the indent of a level on. */
export interface Target {
  spot: Spot;
  edge: 'top' | 'bottom' | 'within';
  /** From 0, the first level. */
  level: number;
}

interface Pointer {
  /** How far down in the row, from 0 to 1. */
  down: number;
  /** At the indent of which level, from 0. */
  level: number;
}

const edge = 0.3;

/**
 * Where a record goes that is let go over a row: before it, below it, or after it. After the last row of a branch the
 * pointer's indent tells of which level.
 * @param row the row, among those that are shown
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
  const next = (place: number) => path[place]?.siblings[(path[place]?.at ?? 0) + 1];
  while (at > level && at > 0 && !next(at)) at--;
  return { spot: { parent: parentAt(at), before: next(at)?.id ?? null }, edge: 'bottom', level: at };
}
