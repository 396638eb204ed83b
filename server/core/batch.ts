export interface Batch<T, R> {
  add(item: T): Promise<R>;
  flush(): Promise<void>;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Each batch, one at a time, contains what was added during the one before.
 * @param write returns the items' results in the same order
 * @param waitMs how long the first item waits for others
 * @param maxItems of one batch; the rest follows at once
 */
export function batch<T, R>(
  write: (items: T[]) => Promise<R[]>,
  { waitMs = 0, maxItems = Number.POSITIVE_INFINITY } = {},
): Batch<T, R> {
  let waiting: Waiting<T, R>[] = [];
  let running: Promise<void> | undefined;
  let hurry = () => {};

  async function run() {
    let isRest = false;
    while (waiting.length > 0) {
      if (waitMs > 0 && !isRest) {
        const { promise: waited, resolve } = Promise.withResolvers<void>();
        hurry = resolve;
        const timer = setTimeout(resolve, waitMs);
        await waited;
        clearTimeout(timer);
      }
      const batched = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      isRest = waiting.length > 0;
      try {
        const results = await write(batched.map(({ item }) => item));
        for (const [at, { resolve }] of batched.entries()) resolve(results[at] as R);
      } catch (error) {
        for (const { reject } of batched) reject(error);
      }
    }
    running = undefined;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        running ??= run();
      }),
    flush: async () => {
      while (running) {
        hurry();
        await running;
      }
    },
  };
}
