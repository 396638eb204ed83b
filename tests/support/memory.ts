import { readFileSync } from 'node:fs';

const stepMs = 10;
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
};
const kB = (pid: number | string, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

/** The processes that a process of Node started: it starts all of them from its main thread. */
export const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/**
 * Looks at what a process and its children hold of the memory together, until it is stopped. A child's peak between two looks counts
 * too, but only with what the others hold at that time: an earlier peak is over.
 */
export function watchMemory(pid: number) {
  const peaks = new Map<number, number>();
  const heldBy = (child: number) => {
    const peak = kB(child, 'VmHWM');
    const isNew = peak > (peaks.get(child) ?? 0);
    peaks.set(child, peak);
    return isNew ? peak : kB(child, 'VmRSS');
  };
  const now = () => childrenOf(pid).reduce((sum, child) => sum + heldBy(child), kB(pid, 'VmRSS'));
  const before = now();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, now());
  }, stepMs);
  return {
    /** How much more than at the beginning it was at most, in kB. */
    growth: () => most - before,
    stop: () => clearInterval(timer),
  };
}
