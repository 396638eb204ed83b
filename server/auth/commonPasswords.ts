import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In bytes. With 110,000 digests of 40 bits, one of ten million other passwords is taken for a common one. */
const size = 5;

/** What the list holds of a password: the beginning of its SHA-256, whatever its case. */
export const digestOf = (password: string): Buffer =>
  hash('sha256', password.toLowerCase(), 'buffer').subarray(0, size);

/** Sorted digests without anything between them, made by `build/commonPasswords.ts`, which says where they are from. */
export const commonPasswordsFile = join(import.meta.dirname, 'commonPasswords.bin');

let list: Promise<Buffer> | undefined;

/** Whether a password is one of the million commonest. Shorter ones than may be chosen are not in the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Read on first use: few processes ever set a password.
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
