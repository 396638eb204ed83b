import { setImmediate as nextTurn } from 'node:timers/promises';

const longestMs = 20;

/**
 * Returns a function to be awaited in a long loop of queries. After 20 ms of work it lets the event loop turn: on SQLite
 * the queries themselves never do, and no other request would be answered.
 */
export function createYield(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last <= longestMs) return;
    await nextTurn();
    last = performance.now();
  };
}
