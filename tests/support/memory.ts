import { globSync, readFileSync } from 'node:fs';

const stepMs = 10;
const kB = (pid: number | string, what: string) => {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended
  }
};

/** The processes that a process started. */
export const childrenOf = (pid: number): number[] =>
  globSync(`/proc/${pid}/task/*/children`).flatMap((path) =>
    readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Looks at what a process holds of the memory, together with the most that each of its children ever held, until it is stopped. */
export function watchMemory(pid: number) {
  const now = () => childrenOf(pid).reduce((sum, child) => sum + kB(child, 'VmHWM'), kB(pid, 'VmRSS'));
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
