import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../errors.ts';
import { damageOf } from './quickCheck.ts';
import { reserveFile } from './reserve.ts';

const smallBytes = 64 * 1024 * 1024; // checked in a fraction of a second
const longestMs = 3000;
/** What there is only beside a database that was in use. */
const traces = [reserveFile, 'secret.key', 'rtop.db-wal'];

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** @throws StartError where the folder can be neither made nor written to */
export function assertWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }); // it holds hashes, sessions and drafts
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The data folder ${dataDir} cannot be written to: ${code}. Set DATA_DIR to one that can.`);
  }
}

/**
 * Looks at the database file before it is opened: one that is gone or emptied is not taken for a new site, since SQLite would
 * also throw away the log beside it, and one that is damaged is told before anything is written to it.
 * @throws StartError
 */
export function assertSound(dataDir: string, path: string): void {
  if (sizeOf(path) === 0) {
    const trace = traces.find((name) => sizeOf(join(dataDir, name)) > 0);
    if (!trace) return;
    const what = existsSync(path) ? 'is empty' : 'is not there';
    throw new StartError(
      `The database ${path} ${what}, but ${trace} beside it shows that there was one. Restore a backup; to begin a new site, take another DATA_DIR.`,
    );
  }
  const damage = sizeOf(path) <= smallBytes ? damageOf(path) : damageInTime(path);
  if (damage) throw new StartError(`The database ${path} is damaged: ${damage}. Restore a backup.`);
}

/** The same of a large file, in a process that can be ended: what is not found in time is found when it is read. */
function damageInTime(path: string): string | undefined {
  try {
    const args = ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.resolve('./quickCheck.ts')), path];
    return execFileSync(process.execPath, args, { timeout: longestMs, encoding: 'utf8' }) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') return undefined;
    throw error;
  }
}
