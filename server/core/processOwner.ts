import { hostname } from 'node:os';

const host = hostname().replaceAll('~', '-');

/** This process's name as owner of running work: `host~pid`. */
export const thisProcess = `${host}~${process.pid}`;

/** Then work of another process counts as abandoned: nobody can ask whether it still runs on another machine, or is still the same one on this. */
export const abandonedAfterMs = 3600_000;

/** The state of the process `host~pid`. At a start, a former process may have had this very id, as in a container. */
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
