/** Undefined if it is absent or no JSON object. */
export function readJson<T>(storage: Pick<Storage, 'getItem'>, key: string): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** False if the storage is full. */
export function writeJson(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}

export function createListeners() {
  const all = new Set<() => void>();
  return {
    /** @returns the unsubscribe function, as useSyncExternalStore expects it */
    subscribe: (listener: () => void) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    notify: () => {
      for (const listener of all) listener();
    },
  };
}
