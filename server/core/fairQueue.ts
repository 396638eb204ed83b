import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from './errors.ts';

/** How many may wait, of each owner and of all together, and how many are worked on at once, each for another owner. */
interface QueueLimits {
  ofOwner: number;
  all: number;
  atOnce?: number;
}

/**
 * Does one thing after the other and takes turns among the owners, so that a pile of one of them delays another by one thing
 * at most, and what is not in the queue by the same.
 * @param refusal of an owner with too many
 */
export function openFairQueue<Owner>({ ofOwner, all, atOnce = 1 }: QueueLimits, refusal: () => CallError) {
  type Task = () => Promise<void>;
  /** What each owner waits for. The owner whose turn it is comes first. */
  const waiting = new Map<Owner, Task[]>();
  const served = new Set<Owner>();
  const workers = new Set<Promise<void>>();

  function addWorker(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    workers.add(promise);
    workOff().then(resolve);

    async function workOff(): Promise<void> {
      for (let next = nextUnserved(); next; next = nextUnserved()) {
        const [owner, tasks] = next;
        served.add(owner);
        await tasks.shift()?.();
        served.delete(owner);
        waiting.delete(owner);
        if (tasks.length > 0) waiting.set(owner, tasks); // behind the others
        await nextTurn();
      }
      workers.delete(promise);
    }
  }

  const nextUnserved = () => [...waiting].find(([owner]) => !served.has(owner));

  /** @throws CallError the refusal (of the owner), `overloaded` (of all); the signal's reason, at once while it waits */
  async function run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const tasks = waiting.get(owner) ?? [];
    if (tasks.length >= ofOwner) throw refusal();
    if ([...waiting.values()].flat().length >= all) throw new CallError('overloaded');
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const task = async () => {
      signal?.removeEventListener('abort', leave);
      // Whatever it throws is the caller's: the queue goes on.
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
    if (workers.size < atOnce) addWorker();
    return promise;
  }

  return { run, whenIdle: () => Promise.all(workers) };
}
