import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { CallError } from '../core/errors.ts';

// OWASP's parameters for argon2id.
const argon2id = 2; // the library's `Algorithm` is an ambient const enum, which type stripping cannot read
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxAtOnce = 4;
const maxWaiting = 100; // more could not be answered in time

let running = 0;
const waiting: (() => void)[] = [];

/** How many hashes are computed now, and how many wait. */
export const hashing = () => ({ running, waiting: waiting.length });

/** Runs at most four hashes at once and lets a hundred wait, so that sign-ins do not slow down other requests. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw new CallError('busy');
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Unifies what keyboards send in several spellings: `é` as one character or as two (RFC 8265, section 4.2). */
export const normalizePassword = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), options));
}

let dummy: Promise<string> | undefined;

/** Takes as long if there is no stored hash, so that timing does not reveal unknown names. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash(randomBytes(16).toString('hex'), options);
  const against = stored || (await dummy);
  // Older hashes are of what was typed, in either spelling. Most passwords have only one spelling.
  for (const spelling of new Set([normalizePassword(password), password, password.normalize('NFD')]))
    if (await inTurn(() => verify(against, spelling))) return Boolean(stored);
  return false;
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 16 characters that cannot be confused with each other: 93 bits. */
export const randomPassword = () => randomWord(letters, 16);

export const randomWord = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
