import type { RunLog } from './runLog.ts';

/** pino's levels, lowest first. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const numberOf = (level: string) => (levels.indexOf(level) + 1) * 10;

/** The destination of pino's lines: standard output from the configured level on, and the run log at any level. */
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
