import { CallError } from './errors.ts';
import { letConnectionsIn } from './turns.ts';

interface QueueLimits {
  /** How many tasks of one owner may wait. */
  maxPerOwner: number;
  /** How many tasks of all owners together may wait. */
  maxTotal: number;
  /** How many tasks run at once, each of another owner. */
  maxConcurrent?: number;
}

/**
 * A queue in which owners take turns: a pile of one owner delays another owner by one task at most, and so does it delay requests
 * that do not wait in the queue.
 * @param refusal makes the error for an owner with too many waiting tasks
 */
export function openFairQueue<Owner>(
  { maxPerOwner, maxTotal, maxConcurrent = 1 }: QueueLimits,
  refusal = () => new CallError('overloaded'),
) {
  type Task = () => Promise<void>;
  /** The waiting tasks of each owner. The owner whose turn comes next is the first one. */
  const waiting = new Map<Owner, Task[]>();
  const served = new Set<Owner>();
  const workers = new Set<Promise<void>>();

  const nextOwner = () => [...waiting.keys()].find((owner) => !served.has(owner));

  async function serve(owner: Owner): Promise<void> {
    const tasks = waiting.get(owner) ?? [];
    served.add(owner);
    await tasks.shift()?.();
    served.delete(owner);
    waiting.delete(owner);
    if (tasks.length > 0) waiting.set(owner, tasks); // behind the others
  }

  function startWorker(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    workers.add(promise);
    const work = async () => {
      for (let owner = nextOwner(); owner !== undefined; owner = nextOwner()) {
        await serve(owner);
        await letConnectionsIn();
      }
      workers.delete(promise); // at once, so that a task that comes now starts another worker
      resolve();
    };
    work();
  }

  /** @throws CallError the refusal; `overloaded` if too many wait in all; the signal's reason, at once while the task waits */
  async function run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const tasks = waiting.get(owner) ?? [];
    if (tasks.length >= maxPerOwner) throw refusal();
    if ([...waiting.values()].flat().length >= maxTotal) throw new CallError('overloaded');
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const task = async () => {
      signal?.removeEventListener('abort', leave);
      // An error is the caller's; the queue goes on.
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
      }
    };
    const leave = () => {
      tasks.splice(tasks.indexOf(task), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    tasks.push(task);
    waiting.set(owner, tasks);
    if (workers.size < maxConcurrent) startWorker();
    return promise;
  }

  return { run, whenIdle: () => Promise.all(workers) };
}
