import { CallError } from '../core/errors.ts';

/**
 * Does one thing after the other and takes turns among the owners, so that a pile of one of them delays another by one thing
 * at most.
 * @param max how many may wait, of each owner and of all together
 */
export function openFairQueue(max: { ofOwner: number; all: number }) {
  type Task = () => Promise<void>;
  /** What each owner waits for. The owner whose turn it is comes first. */
  const waiting = new Map<number, Task[]>();
  let working: Promise<void> | undefined;

  async function workOff(): Promise<void> {
    // The iteration reaches owners that are added meanwhile.
    for (const [owner, tasks] of waiting) {
      await tasks.shift()?.();
      waiting.delete(owner);
      if (tasks.length > 0) waiting.set(owner, tasks); // behind the others
    }
    working = undefined;
  }

  /** @throws CallError `pictures_many` (of the owner), `overloaded` (of all); the signal's reason, at once while it waits */
  async function run<T>(owner: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const tasks = waiting.get(owner) ?? [];
    if (tasks.length >= max.ofOwner) throw new CallError('pictures_many', { seconds: 5 });
    if ([...waiting.values()].flat().length >= max.all) throw new CallError('overloaded');
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
    working ??= workOff();
    return promise;
  }

  return { run, whenIdle: async () => working };
}
