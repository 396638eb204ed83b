/** What a browser's storage holds as JSON; what cannot be read, as if it were not there. */
export function readJson<T>(storage: Pick<Storage, 'getItem'>, key: string): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value as JSON; false where the storage has no room for it. */
export function writeJson(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}
