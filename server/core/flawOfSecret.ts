const leastLength = 32;
const leastDistinct = 8; // 32 random hexadecimal digits have fewer once in a million times

/**
 * What shows that a text is no random key: too short, or what a power cut, an editor or a test leaves in its place.
 * @returns the rest of a sentence that begins with its name, which does not repeat the key
 */
export function flawOfSecret(key: string): string | undefined {
  if (/[\p{Cc}\uFFFD]/u.test(key)) return 'holds bytes that are no text';
  if (key.length < leastLength) return `has ${key.length} characters, but must have at least ${leastLength}`;
  const distinct = new Set(key).size;
  if (distinct < leastDistinct) return `has ${distinct} different characters, but must have at least ${leastDistinct}`;
  return undefined;
}
