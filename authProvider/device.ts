const key = 'rtop.device';

/** What this browser says of itself when somebody signs in: made once, random, and good for nothing but to be known again. */
export function deviceId(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(key);
  if (known) return known;
  const made = crypto.getRandomValues(new Uint32Array(4)).join('-');
  storage.setItem(key, made);
  return made;
}
