/** Who is told when something changes. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    /** @returns the end of it, as useSyncExternalStore wants it */
    subscribe: (listener: () => void) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    tell: () => {
      for (const listener of all) listener();
    },
  };
}
