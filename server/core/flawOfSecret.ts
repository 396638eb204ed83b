const leastLength = 32;
const leastDistinct = 8; // of 32 random hexadecimal digits, one key in a million has fewer distinct ones

/**
 * Detects text that is no random key: too short, or typical of a power cut, an editor or a test.
 * @returns the rest of a sentence that begins with the key's name; it does not repeat the key
 */
export function flawOfSecret(key: string): string | undefined {
  if (/[\p{Cc}\uFFFD]/u.test(key)) return 'holds bytes that are no text';
  if (key.length < leastLength) return `has ${key.length} characters, but must have at least ${leastLength}`;
  const distinct = new Set(key).size;
  if (distinct < leastDistinct) return `has ${distinct} different characters, but must have at least ${leastDistinct}`;
  return undefined;
}
