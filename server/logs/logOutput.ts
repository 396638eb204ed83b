import type { RunLog } from './runLog.ts';

/** pino's levels, the lowest first. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const numberOf = (level: string) => (levels.indexOf(level) + 1) * 10;

/** Where pino's lines go: to standard output from the level of the settings on, to the run log whatever that level is. */
export function logOutput(level: string, runLog: Pick<RunLog, 'write'>) {
  const least = numberOf(level);
  return {
    level: least < numberOf('info') ? level : 'info',
    stream: {
      write: (line: string) => {
        if (Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= least) process.stdout.write(line);
        runLog.write(line);
      },
    },
  };
}
