import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../core/errors.ts';
import { keyFile } from '../core/secrets.ts';
import { damageOf, isMigrated } from './quickCheck.ts';
import { reserveFile } from './reserve.ts';
import { assertNoRestore } from './unfinishedRestore.ts';

const smallBytes = 64 * 1024 * 1024; // checked in a fraction of a second
const longestMs = 3000;

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const hasContent = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path).length > 0 : sizeOf(path) > 0;

/** Shows that the site was in use. A first start creates it after the tables, so an interrupted one leaves none. */
export const traceOfSite = (dataDir: string): string | undefined =>
  [reserveFile, keyFile, 'upload'].find((name) => hasContent(join(dataDir, name)));

/**
 * Looked at before a new database file is made and after, while the restore looks for one after it has made its folder and before it
 * moves its own into place: so either sees the other.
 * @throws StartError
 */
export function assertNotRestoring(dataDir: string, path: string): void {
  if (sizeOf(path) === 0 || !isMigrated(path)) assertNoRestore(dataDir);
}

/** @throws StartError if the folder can be neither created nor written to */
export function assertWritable(folder: string, setting: 'DATA_DIR' | 'BACKUP_DIR' = 'DATA_DIR'): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 }); // it holds password hashes
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = setting === 'DATA_DIR' ? 'data folder' : 'folder of backups';
    throw new StartError(`The ${what} ${folder} cannot be written to: ${code}. Set ${setting} to one that can.`);
  }
}

/** For a missing, empty or foreign file SQLite would also delete the write-ahead log. @throws StartError */
export async function assertIntact(dataDir: string, path: string): Promise<void> {
  // Looked up before the file: another process that starts now may create its tables in between.
  const trace = traceOfSite(dataDir);
  assertNotRestoring(dataDir, path);
  if (sizeOf(path) === 0) {
    const what = existsSync(path) ? 'is empty' : 'is not there';
    const left = trace ?? (hasContent(`${path}-wal`) ? 'rtop.db-wal' : undefined);
    if (left) throw lost(path, what, left);
    return;
  }
  const damage = sizeOf(path) <= smallBytes ? damageOf(path) : await damageInTime(path);
  if (damage) throw new StartError(`The database ${path} is damaged: ${damage}. Restore a backup.`);
  if (trace && !isMigrated(path)) throw lost(path, 'has no tables of this program', trace);
}

const lost = (path: string, what: string, trace: string) =>
  new StartError(
    `The database ${path} ${what}, but ${trace} beside it shows that there was one. Restore a backup; to begin a new site, take another DATA_DIR.`,
  );

/** For a large file, within a time limit. Damage that is not found in time is found when it is read. */
async function damageInTime(path: string): Promise<string | undefined> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'quickCheck.ts'), path];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: longestMs });
    return stdout || undefined;
  } catch (error) {
    if ((error as { killed?: boolean }).killed) return undefined;
    throw error;
  }
}
