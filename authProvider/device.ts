const key = 'rtop.device';

/** What this browser says of itself when somebody signs in: made once, random, and good for nothing but to be known again. */
export function deviceId(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(key);
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  storage.setItem(key, made);
  return made;
}
