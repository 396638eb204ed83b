import { setImmediate as nextPoll } from 'node:timers/promises';

/** For how long a part of long work holds the event loop, and afterwards lets connections in: Node accepts one at each poll. */
const longestMs = 20;

let connections = 0;
let last: Promise<void> = Promise.resolve();

export function countConnection(): void {
  connections++;
}

async function pollWhileConnecting(): Promise<void> {
  let before = connections;
  await nextPoll();
  // Counted from here: the part before runs on until that poll.
  const until = performance.now() + longestMs;
  while (connections > before && performance.now() < until) {
    before = connections;
    await nextPoll();
  }
}

/**
 * Between two parts of the long work of this process the event loop is polled, however much of that work there is.
 * @param isHolding whether the work is within a transaction: others may wait for its lock, so it waits for nobody's turn
 */
export function takeTurn(isHolding: boolean): Promise<void> {
  if (isHolding) return nextPoll();
  last = last.then(pollWhileConnecting);
  return last;
}

/** To await in a long loop of queries: after 20 ms it lets other requests run, because SQLite's queries never yield. */
export function createYield(isHolding: boolean): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun <= longestMs) return;
    await takeTurn(isHolding);
    begun = performance.now();
  };
}
