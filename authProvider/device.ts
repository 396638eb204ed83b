const key = 'rtop.device';

/** A random id of this browser, kept in its storage, so that the server recognizes its next sign-in. */
export function deviceId(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(key);
  if (known) return known;
  const made = crypto.getRandomValues(new Uint32Array(4)).join('-');
  storage.setItem(key, made);
  return made;
}
