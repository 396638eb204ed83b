import { setTimeout as wait } from 'node:timers/promises';
import { CallError } from '../core/errors.ts';

/**
 * Runs work one at a time, in order of arrival.
 * @param mostMs how long work waits for its turn
 * @returns a function that runs work and passes it the time until which it may wait further. @throws CallError `busy`
 * after that time
 */
export function openWriteQueue(mostMs: number) {
  let last: Promise<void> = Promise.resolve();
  return async <T>(work: (deadline: number) => Promise<T>): Promise<T> => {
    const deadline = Date.now() + mostMs;
    const before = last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last = before.then(() => ended); // also if this one gives up
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
