import { setTimeout as wait } from 'node:timers/promises';
import { CallError } from '../core/errors.ts';

/**
 * Lets one piece of work go after the other, in the order in which they came.
 * @param mostMs how long one waits for its turn
 * @returns runs work, which gets the moment until which it may wait for more. @throws CallError `busy` after that
 */
export function openWriteQueue(mostMs: number) {
  let last: Promise<void> = Promise.resolve();
  return async <T>(work: (deadline: number) => Promise<T>): Promise<T> => {
    const deadline = Date.now() + mostMs;
    const before = last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last = before.then(() => ended); // also where this one gives up
    try {
      await turnWithin(before, mostMs);
      return await work(deadline);
    } finally {
      end();
    }
  };
}

async function turnWithin(turn: Promise<void>, ms: number): Promise<void> {
  const given = new AbortController();
  const isLate = await Promise.race([turn.then(() => false), wait(ms, true, { signal: given.signal, ref: false })]);
  given.abort();
  if (isLate) throw new CallError('busy');
}
