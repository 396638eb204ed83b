import { hostname } from 'node:os';

/** A machine's name without the sign that sets it apart from the number of the process. */
const host = hostname().replaceAll('~', '-');

/** How this process is named on what it has under way: `host~pid`. */
export const thisProcess = `${host}~${process.pid}`;

/** When something that a process of another machine has under way counts as abandoned: nobody can ask whether it runs. */
export const abandonedAfterMs = 3600_000;

/** What is known of the process behind `host~pid`. At a start one of this very number may be gone, as in a container. */
export function stateOfOwner(owner: string): 'this' | 'running' | 'gone' | 'elsewhere' {
  const [on, pid] = owner.split('~');
  if (on !== host) return 'elsewhere';
  if (Number(pid) === process.pid) return 'this';
  try {
    process.kill(Number(pid), 0);
    return 'running';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : 'gone';
  }
}
