import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes of a digest. With 110,000 digests of 40 bits, one of ten million other passwords is mistaken for a common one.
 */
const size = 5;

/** Returns the form in which the list holds a password: the beginning of its SHA-256, whatever its case. */
export const digestOf = (password: string): Buffer =>
  hash('sha256', password.toLowerCase(), 'buffer').subarray(0, size);

/**
 * Sorted digests without anything between them. `build/commonPasswords.ts` makes the file and says where they are from.
 */
export const commonPasswordsFile = join(import.meta.dirname, 'commonPasswords.bin');

let list: Promise<Buffer> | undefined;

/** Whether a password is one of the million commonest. The list lacks those that are too short to be chosen. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // The file is read on first use, because few processes ever set a password.
  list ??= readFile(commonPasswordsFile).catch((error) => {
    list = undefined;
    throw error;
  });
  const digests = await list;
  const wanted = digestOf(password);
  let [low, high] = [0, digests.length / size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(digests, middle * size, (middle + 1) * size);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
