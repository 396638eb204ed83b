import { setImmediate as nextPoll, setTimeout as wait } from 'node:timers/promises';

/** How long a part of long work may hold the event loop. */
const maxPartMs = 10;
/** For how long others are let in before the next part. */
const maxPauseMs = 20;

/** Whether work goes on within a transaction. Others may wait for its lock, so it does not wait for the parts of other work. */
export interface Transactional {
  readonly isTransaction: boolean;
}

let connections = 0;
let transactions = 0;
let queue: Promise<void> = Promise.resolve();

export function countConnection(): void {
  connections++;
}

/** While `work` runs, long work waits `maxPauseMs` after each of its parts, because `work` gets the reply of one statement at each poll. */
export async function duringTransaction<T>(work: () => Promise<T>): Promise<T> {
  transactions++;
  try {
    return await work();
  } finally {
    transactions--;
  }
}

/** Polls the event loop for as long as connections come or others are busy, `maxPauseMs` at most: at each poll Node accepts one connection. */
async function pollWhile(areBusy: () => boolean): Promise<void> {
  let before = connections;
  await nextPoll();
  // The part before holds the event loop until that poll.
  const until = performance.now() + maxPauseMs;
  while ((connections > before || areBusy()) && performance.now() < until) {
    before = connections;
    await (areBusy() ? wait(1) : nextPoll());
  }
}

/** To await between two tasks of a queue, so that the connections that wait are accepted. */
export const letConnectionsIn = (): Promise<void> => pollWhile(() => false);

/** A transaction of PostgreSQL gets the reply of one statement at each poll. */
const letOthersWork = (): Promise<void> => pollWhile(() => transactions > 0);

/** To await between two parts of long work. Of all such work in this process one part runs between two polls. */
export function nextTurn({ isTransaction }: Transactional): Promise<void> {
  if (isTransaction) return nextPoll();
  queue = queue.then(letOthersWork);
  return queue;
}

/** To await in a long loop of queries: after `maxPartMs` it lets other requests run, because SQLite's queries never yield. */
export function createYield(work: Transactional): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun <= maxPartMs) return;
    await nextTurn(work);
    begun = performance.now();
  };
}
