import type { Identifier, RaRecord } from 'ra-core';

export const moves = ['up', 'down', 'in', 'out'] as const;
/** Among its siblings, below the previous sibling, or out of its parent, right after that. */
export type Move = (typeof moves)[number];

export interface Plan {
  /** The edits, the moved record's first. */
  changes: { record: RaRecord; data: { pid?: unknown; sort?: number } }[];
  /** The new parent. */
  parent: RaRecord | undefined;
  /** From 1. */
  at: number;
  of: number;
}

export interface TreePosition {
  parent: RaRecord | undefined;
  siblings: RaRecord[];
  at: number;
}

const step = 10;

/**
 * Plans a move by the fewest edits of `pid` and `sort`; lower `sort` comes first.
 * @param roots the first level in the displayed order
 * @param children the property that holds a record's children
 * @returns undefined if the move is not possible
 */
export function planMove(roots: RaRecord[], children: string, id: Identifier, move: Move): Plan | undefined {
  const path = pathTo(roots, children, id);
  const position = path.at(-1);
  const record = position?.siblings[position.at];
  if (!position || !record) return undefined;
  const above = position.siblings[position.at - 1];
  const below = (parent: RaRecord): RaRecord[] => parent[children] ?? [];

  if (move === 'in') {
    if (!above) return undefined;
    return planEdits(record, above, [...below(above), record], above.id);
  }
  if (move === 'out') {
    const outer = path.at(-2);
    if (!outer || !position.parent) return undefined;
    return planEdits(record, outer.parent, outer.siblings.toSpliced(outer.at + 1, 0, record), position.parent.pid);
  }
  const to = position.at + (move === 'up' ? -1 : 1);
  if (to < 0 || to >= position.siblings.length) return undefined;
  return planEdits(
    record,
    position.parent,
    position.siblings.toSpliced(position.at, 1).toSpliced(to, 0, record),
    record.pid,
  );
}

/** The positions of a record's ancestors, from the first level on, and its own; empty if it is not in the tree. */
export function pathTo(siblings: RaRecord[], children: string, id: Identifier, parent?: RaRecord): TreePosition[] {
  for (const [at, record] of siblings.entries()) {
    const position = { parent, siblings, at };
    if (record.id === id) return [position];
    const path = pathTo(record[children] ?? [], children, id, record);
    if (path.length > 0) return [position, ...path];
  }
  return [];
}

/** The fewest edits that put a record below a parent, in this order of siblings. */
export function planEdits(record: RaRecord, parent: RaRecord | undefined, order: RaRecord[], pid: unknown): Plan {
  const isNew = pid !== record.pid;
  const sorts = renumber(order, record);
  const changes = order
    .map((each, i) => ({
      record: each,
      data: {
        ...(each === record && isNew && { pid }),
        ...(sorts[i] !== sortOf(each) && { sort: sorts[i] }),
      },
    }))
    .filter(({ data }) => Object.keys(data).length > 0)
    .toSorted((one, other) => Number(other.record === record) - Number(one.record === record));
  return { changes, parent, at: order.indexOf(record) + 1, of: order.length };
}

const sortOf = (record: RaRecord) => Number(record.sort ?? 0);

/**
 * Values of `sort` that produce an order of siblings with the fewest changes. Equal values
 * may stay if their records remain neighbours in the same order: the back end orders those.
 */
function renumber(order: RaRecord[], moved: RaRecord): number[] {
  const now = order.map(sortOf);
  const unchanged = longestUnchanged(now, order.indexOf(moved));
  const sorts = [...now];
  const ends = [-1, ...unchanged, order.length];
  for (const [i, end] of ends.slice(1).entries()) {
    const begin = ends[i] ?? -1;
    const [low, high] = [now[begin] ?? Number.NaN, now[end] ?? Number.NaN];
    for (let at = begin + 1; at < end; at++) sorts[at] = between(low, high, at - begin, end - begin);
  }
  return sorts;
}

/** The `nth` of `parts - 1` evenly spaced numbers between two; with an open end (NaN), in fixed steps. */
function between(low: number, high: number, nth: number, parts: number): number {
  const isFirst = Number.isNaN(low);
  if (Number.isNaN(high)) return (isFirst ? 0 : low) + nth * step;
  const wide = high - (parts - nth) * step;
  if (isFirst && wide - (nth - 1) * step >= 0) return wide;
  const from = isFirst ? -1 : low;
  return from + Math.floor(((high - from) * nth) / parts);
}

/**
 * The longest sequence of positions whose values can stay: increasing, with room for those in between. Equal values may
 * be neighbours, but not of the moved record. Among sequences of equal length, one that renumbers
 * the moved record.
 */
function longestUnchanged(now: number[], movedAt: number): number[] {
  const best: { weight: number; before: number }[] = [];
  const fits = (i: number, j: number) => {
    const room = Number(now[j]) - Number(now[i]);
    return room >= j - i || (j === i + 1 && room === 0 && i !== movedAt && j !== movedAt);
  };
  for (let j = 0; j < now.length; j++) {
    const own = j === movedAt ? 2 : 3;
    // There must be room for all values before it, from 0.
    let choice = Number(now[j]) >= j ? { weight: own, before: -1 } : { weight: Number.NEGATIVE_INFINITY, before: -1 };
    for (let i = 0; i < j; i++) {
      const weight = (best[i]?.weight ?? 0) + own;
      if (weight > choice.weight && fits(i, j)) choice = { weight, before: i };
    }
    best.push(choice);
  }
  const unchanged: number[] = [];
  const last = best.reduce((most, { weight }, at) => (weight > (best[most]?.weight ?? 0) ? at : most), 0);
  if ((best[last]?.weight ?? 0) > 0) for (let at = last; at >= 0; at = best[at]?.before ?? -1) unchanged.unshift(at);
  return unchanged;
}
