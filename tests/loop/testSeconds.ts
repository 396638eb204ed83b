import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';

/** How long each test file took a worker when it last ran here, in seconds of a machine that does nothing else. */
const record = '.cache/testSeconds.json';
/** What a line of a file takes that never ran here, by its folder; elsewhere next to nothing is started. */
const perLine: Record<string, number> = {
  browser: 0.2,
  screens: 0.03,
  server: 0.04,
  'entities.test.ts': 0.15,
  'runner.test.ts': 0.2,
};
const perLineElsewhere = 0.01;
/** Files that wait or try many cases, so that they take more than twice what their lines suggest: seconds of a whole run. */
export const slowFiles: Record<string, number> = {
  'tests/browser/a11y.test.ts': 318,
  'tests/screens/app.test.tsx': 17,
  'tests/server/backup.test.ts': 27,
  'tests/server/backupHardened.test.ts': 49,
  'tests/server/badInput.test.ts': 12,
  'tests/server/checkDatabaseFile.test.ts': 16,
  'tests/server/configEffects.test.ts': 18,
  'tests/server/crashes.test.ts': 22,
  'tests/server/decoder.test.ts': 34,
  'tests/server/pgbouncer.test.ts': 20,
  'tests/server/restore.test.ts': 28,
  'tests/server/restoresProven.test.ts': 20,
  'tests/server/start.test.ts': 26,
  'tests/server/stop.test.ts': 15,
  'tests/server/upgrade.test.ts': 18,
  'tests/server/uploadHostile.test.ts': 44,
  'tests/server/verify.test.ts': 37,
};

/** @returns what a test file is expected to take a worker, in seconds */
export function expectedSeconds(root: string): (file: string) => number {
  const known = readRecord(root);
  return (file) => known[file] ?? estimateSeconds(root, file);
}

export function estimateSeconds(root: string, file: string): number {
  const [, folder = ''] = file.split('/');
  const slow = slowFiles[file];
  if (slow !== undefined) return slow;
  return readFileSync(join(root, file), 'utf8').split('\n').length * (perLine[folder] ?? perLineElsewhere);
}

/**
 * Stores what each file took, divided by how busy the machine was. Otherwise a file that ran once on a busy machine would never fit
 * into the minute again, and so would never be measured again.
 * @param slowdown how many times as long the run took as it does on a free machine
 */
export function recordSeconds(root: string, seconds: Record<string, number>, slowdown = slowdownNow()): void {
  const path = join(root, record);
  mkdirSync(dirname(path), { recursive: true });
  const calm = Object.fromEntries(Object.entries(seconds).map(([file, value]) => [file, value / slowdown]));
  writeFileSync(path, JSON.stringify({ ...readRecord(root), ...calm }, undefined, 1));
}

/** An estimate by the load average: a run alone makes a load of up to two for each core. */
function slowdownNow(): number {
  const [load = 0] = loadavg();
  return Math.max(1, load / (2 * availableParallelism()));
}

export type Project = 'browser' | 'screens' | 'node';

export function projectOf(file: string): Project {
  if (file.startsWith('tests/browser/')) return 'browser';
  return file.startsWith('tests/screens/') ? 'screens' : 'node';
}

function readRecord(root: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(join(root, record), 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
