import { toIsoSeconds } from '../../contract/kinds.ts';
import { batch } from '../core/batch.ts';
import type { Database } from '../database/tables.ts';

const maxPerMinute = 120; // rows; errors at every request must not fill the disk
const maxWaiting = 200;
const longest = { message: 2000, stack: 8000, event: 60 };
const info = 30;
const warn = 40;
const levels: Record<number, string> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'error' };

interface Line {
  level: number;
  msg?: string;
  event?: string;
  reqId?: string;
  err?: { message?: string; stack?: string };
}

export interface RunLog {
  write(line: string): void;
  /** Resolves when all lines so far are stored. Later lines appear only in the output. */
  close(): Promise<void>;
}

/** Never delays a request. Its own errors are reported only on standard error. */
export function openRunLog(database: Database): RunLog {
  const rows = batch(async (lines: Line[]) => {
    await database.transaction((db) => db.insertInto('run_log').values(lines.map(rowOf)).execute());
    return lines;
  });
  let waiting = 0;
  let since = 0;
  let taken = 0;
  let left = 0;
  let isClosed = false;

  function keep(line: Line) {
    waiting++;
    rows
      .add(line)
      .catch((error) => process.stderr.write(`The run log cannot be written: ${(error as Error).message}\n`))
      .finally(() => waiting--);
  }

  return {
    write: (text) => {
      const level = Number(/^\{"level":(\d+)/.exec(text)?.[1] ?? 0);
      if (isClosed || level < info || (level < warn && !text.includes('"event":'))) return;
      const now = Date.now();
      if (now - since > 60_000 || now < since) {
        if (left > 0) keep({ level: warn, event: 'run_log', msg: `${left} more were not kept` });
        [since, taken, left] = [now, 0, 0];
      }
      if (taken >= maxPerMinute || waiting >= maxWaiting) left++;
      else {
        taken++;
        keep(JSON.parse(text));
      }
    },
    close: () => {
      isClosed = true;
      return rows.flush();
    },
  };
}

function rowOf({ level, msg = '', event = 'server', reqId = '', err }: Line) {
  const message = [msg, err?.message].filter((part, at, all) => part && all.indexOf(part) === at).join(': ');
  return {
    level: levels[level] ?? 'error',
    event: event.slice(0, longest.event),
    message: maskSecrets(message).slice(0, longest.message),
    stack: maskSecrets(err?.stack ?? '').slice(0, longest.stack),
    request_id: String(reqId),
    create_time: toIsoSeconds(new Date()),
  } as never;
}

/** Each takes as long as its text, also where much of it looks like a beginning. */
const patterns: [RegExp, string][] = [
  [/(:\/\/[^\s:/@]*:)[^\s@/]+@/g, '$1***@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***'],
  [
    /\b((?=\w*(?:password|passwd|secret|token|authorization|verify|api_?key))\w+["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    '$1***',
  ],
  [/\$argon2[\w$,=+/.-]+/g, '***'],
];

/** A text for a log, without passwords in URLs, tokens, and values that follow the name of a secret. */
export function maskSecrets(text: string): string {
  return patterns.reduce((masked, [pattern, to]) => masked.replace(pattern, to), text);
}

/** pino's levels, lowest first. */
const pinoLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const numberOf = (level: string) => (pinoLevels.indexOf(level) + 1) * 10;

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
