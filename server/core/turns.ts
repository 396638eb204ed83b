import { setImmediate as nextPoll } from 'node:timers/promises';

/** How long a part of long work may hold the event loop, and for how long connections are accepted before the next part. */
const maxMs = 20;

/** Whether work goes on within a transaction. Others may wait for its lock, so it does not wait for the parts of other work. */
export interface Transactional {
  readonly isTransaction: boolean;
}

let connections = 0;
let queue: Promise<void> = Promise.resolve();

export function countConnection(): void {
  connections++;
}

/** Node accepts one connection at each poll of the event loop. */
async function acceptConnections(): Promise<void> {
  let before = connections;
  await nextPoll();
  // The part before holds the event loop until that poll.
  const until = performance.now() + maxMs;
  while (connections > before && performance.now() < until) {
    before = connections;
    await nextPoll();
  }
}

/** To await between two parts of long work. Of all such work in this process one part runs between two polls. */
export function nextTurn({ isTransaction }: Transactional): Promise<void> {
  if (isTransaction) return nextPoll();
  queue = queue.then(acceptConnections);
  return queue;
}

/** To await in a long loop of queries: after 20 ms it lets other requests run, because SQLite's queries never yield. */
export function createYield(work: Transactional): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun <= maxMs) return;
    await nextTurn(work);
    begun = performance.now();
  };
}
