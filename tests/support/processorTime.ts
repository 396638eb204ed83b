import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the run in the environment of every process that it starts. */
export const runMarker = 'RTOP_TEST_RUN';
/** Names the Vitest project in the environment of its workers and of what they start (vitest.config.ts). */
export const projectMarker = 'RTOP_TEST_PROJECT';
/**
 * Names the folder in which each worker keeps the name of the file that it runs, in a file named by its process id
 * (currentFile.ts).
 */
export const currentFilesVariable = 'RTOP_TEST_CURRENT_FILES';

/** Processor time in seconds, of the user and the system together. */
export interface ProcessorTime {
  total: number;
  byProject: Map<string, number>;
  byFile: Map<string, number>;
}

interface Process {
  startTime: string;
  /** Clock ticks at the last sample. */
  ticks: number;
  project: string;
  /** The worker that started it, directly or not; itself for a worker. */
  worker: number | undefined;
}

const ticksPerSecond = 100; // USER_HZ, the same on every Linux that Node runs on
const interval = 1000;
/** The processes that no project started: the checks, Vitest itself, PostgreSQL, the build. */
const noProject = 'shared';

/**
 * Counts the processor time of a run and of all that it starts, from Linux's /proc (proc_pid_stat(5)), once a second.
 * Node does not tell the time of its children, and they leave the process group and the session (PostgreSQL, Chromium).
 * So a process belongs to the run if the run's marker is in its environment or if its parent belongs to it. The time
 * that a process uses after its last sample is not counted.
 * @param currentFiles the folder that `currentFilesVariable` names
 * @returns undefined if there is no /proc
 */
export function countProcessorTime(run: string, currentFiles: string): { stop(): ProcessorTime } | undefined {
  if (process.platform !== 'linux') return undefined;
  const known = new Map<number, Process>();
  const strangers = new Map<number, string>();
  const byProject = new Map<string, number>();
  const byFile = new Map<string, number>();
  let total = 0;

  const fileOf = (worker: number | undefined) => worker && readText(join(currentFiles, String(worker)));

  /**
   * A process that was seen between fork and exec had its parent's environment, so one without a project is read again.
   */
  function recognise(pid: number, { parent, startTime }: Stat, seen?: Process): Process | undefined {
    const before = known.get(parent);
    const environment = readText(`/proc/${pid}/environ`)?.split('\0') ?? [];
    const variable = (name: string) => environment.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
    const isKnown = seen?.startTime === startTime;
    if (!isKnown && !before && pid !== process.pid && variable(runMarker) !== run) return undefined;
    const project = variable(projectMarker) ?? before?.project ?? noProject;
    const isWorker = project !== noProject && before?.project === noProject;
    return { startTime, ticks: isKnown ? seen.ticks : 0, project, worker: isWorker ? pid : before?.worker };
  }

  function sample(): void {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const stat = readStat(pid);
      if (!stat || strangers.get(pid) === stat.startTime) continue;
      const seen = known.get(pid);
      const isSettled = seen?.startTime === stat.startTime && seen.project !== noProject;
      const one = isSettled ? seen : recognise(pid, stat, seen);
      if (!one) {
        strangers.set(pid, stat.startTime);
        continue;
      }
      known.set(pid, one);
      const seconds = (stat.ticks - one.ticks) / ticksPerSecond;
      one.ticks = stat.ticks;
      total += seconds;
      add(byProject, one.project, seconds);
      const file = fileOf(one.worker);
      if (file) add(byFile, file, seconds);
    }
  }

  const timer = setInterval(sample, interval);
  sample();
  return {
    stop() {
      clearInterval(timer);
      sample();
      return { total, byProject, byFile };
    },
  };
}

function add(sums: Map<string, number>, key: string, seconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + seconds);
}

interface Stat {
  parent: number;
  /** Distinguishes processes that had the same id one after the other. */
  startTime: string;
  ticks: number;
}

function readStat(pid: number): Stat | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The process's name, which comes before, may contain spaces and parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const [, parent, , , , , , , , , , userTicks, systemTicks, , , , , , , startTime = ''] = fields;
  return { parent: Number(parent), startTime, ticks: Number(userTicks) + Number(systemTicks) };
}

/** Returns undefined if it cannot be read: a process may have ended, and a worker may have no file yet. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
