interface Lists<T> {
  base: readonly T[];
  mine: readonly T[];
  theirs: readonly T[];
}

/**
 * Applies to one list what was done to another since both were the same: what was added, changed and removed.
 * @param keyOf what tells two items apart
 */
export function mergeLists<T>({ base, mine, theirs }: Lists<T>, keyOf: (item: T) => unknown): T[] {
  const byKey = (list: readonly T[]) => new Map(list.map((item) => [keyOf(item), item]));
  const [before, after, others] = [byKey(base), byKey(mine), byKey(theirs)];
  const isSame = (one: T | undefined, other: T | undefined) => JSON.stringify(one) === JSON.stringify(other);
  const isRemoved = (item: T) => before.has(keyOf(item)) && !after.has(keyOf(item));
  const kept = theirs
    .filter((item) => !isRemoved(item))
    .map((item) => {
      const own = after.get(keyOf(item));
      return own === undefined || isSame(own, before.get(keyOf(item))) ? item : own;
    });
  // What another browser removed stays removed, unless it was changed here.
  const added = mine.filter((item) => !others.has(keyOf(item)) && !isSame(item, before.get(keyOf(item))));
  return [...kept, ...added];
}
