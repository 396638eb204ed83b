import { setImmediate as nextTurn } from 'node:timers/promises';

const longestMs = 20;

/**
 * Returns a function to await in a long loop of queries. After 20 ms of work it yields to the event loop. SQLite's
 * queries are synchronous and never yield, so other requests would wait for the whole loop.
 */
export function createYield(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last <= longestMs) return;
    await nextTurn();
    last = performance.now();
  };
}
