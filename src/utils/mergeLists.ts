interface Lists<T> {
  base: readonly T[];
  mine: readonly T[];
  theirs: readonly T[];
}

/**
 * Three-way merge: applies to `theirs` what `mine` added, changed and removed since `base`.
 * @param keyOf identifies an item
 */
export function mergeLists<T>({ base, mine, theirs }: Lists<T>, keyOf: (item: T) => unknown): T[] {
  const byKey = (list: readonly T[]) => new Map(list.map((item) => [keyOf(item), item]));
  const [before, after, others] = [byKey(base), byKey(mine), byKey(theirs)];
  const isSame = (one: T | undefined, other: T | undefined) => JSON.stringify(one) === JSON.stringify(other);
  const isRemoved = (item: T) => before.has(keyOf(item)) && !after.has(keyOf(item));
  const merged = theirs
    .filter((item) => !isRemoved(item))
    .map((item) => {
      const changed = after.get(keyOf(item));
      return changed === undefined || isSame(changed, before.get(keyOf(item))) ? item : changed;
    });
  // What they removed stays removed, unless it was changed here.
  const added = mine.filter((item) => !others.has(keyOf(item)) && !isSame(item, before.get(keyOf(item))));
  return [...merged, ...added];
}
