import type { CallError } from './errors.ts';

interface SemaphoreLimits {
  /** How many tasks of one owner run at once. */
  maxPerOwner: number;
  /** How many of all owners together. */
  maxTotal: number;
}

/**
 * Bounds how many tasks run at once; nobody waits (`openFairQueue` lets them). An owner never holds more places than are free, so
 * that a few owners leave some to the others.
 * @returns acquires a place for an owner, and returns what releases it; throws the refusal if there is none
 */
export function openSemaphore({ maxPerOwner, maxTotal }: SemaphoreLimits, refusal: () => CallError) {
  const running = new Set<{ owner: number }>();
  return (owner: number): (() => void) => {
    const own = [...running].filter((task) => task.owner === owner);
    if (own.length >= Math.min(maxPerOwner, maxTotal - running.size)) throw refusal();
    const task = { owner };
    running.add(task);
    return () => void running.delete(task);
  };
}
