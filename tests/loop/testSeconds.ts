import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Seconds that a worker takes per line of a test file, by its folder, or by its name if it stands in tests/ itself. In
 * other folders tests start next to nothing.
 */
const perLine: Record<string, number> = {
  browser: 0.2,
  screens: 0.03,
  console: 0.05,
  server: 0.04,
  'entities.test.ts': 0.15,
  'runner.test.ts': 0.2,
};
const perLineElsewhere = 0.01;
/**
 * Seconds of a whole run, for files that take more than twice what their lines suggest, because they wait or try many
 * cases.
 */
export const slowFiles: Record<string, number> = {
  'tests/browser/a11y.test.ts': 318,
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

/**
 * Seconds that a test file is expected to take a worker. The estimate does not use the time of the last run: the same
 * change would run other tests each time.
 */
export function estimateSeconds(root: string, file: string): number {
  const [, folder = ''] = file.split('/');
  const slow = slowFiles[file];
  if (slow !== undefined) return slow;
  return readFileSync(join(root, file), 'utf8').split('\n').length * (perLine[folder] ?? perLineElsewhere);
}

export type Project = 'browser' | 'screens' | 'node';

export function projectOf(file: string): Project {
  if (file.startsWith('tests/browser/')) return 'browser';
  return /^tests\/(screens|console)\//.test(file) ? 'screens' : 'node';
}
