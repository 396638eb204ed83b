import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../core/errors.ts';
import { keyFile } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import { damageOf, isMigrated } from './quickCheck.ts';
import { reserveFile } from './reserve.ts';

const smallBytes = 64 * 1024 * 1024; // checked in a fraction of a second
const longestMs = 3000;

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const hasContent = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path).length > 0 : sizeOf(path) > 0;

/** Shows that the site was in use. A first start creates it after the tables, so an interrupted one leaves none. */
export const traceOfSite = (dataDir: string): string | undefined =>
  [reserveFile, keyFile, 'upload'].find((name) => hasContent(join(dataDir, name)));

/** Where `npm run restore` puts a site together, on the same disk, before its parts are moved into place. */
export const restoringFolder = (dataDir: string) => join(dataDir, 'restoring');

/** In it, once files are moved into place: they belong to the database that it names, as soon as that is there. */
const movedMark = (dataDir: string) => join(restoringFolder(dataDir), 'moved');

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** Tells databases apart, without a password. */
function databaseName({ databaseUrl }: Place): string {
  if (!databaseUrl) return 'rtop.db';
  const { host, pathname, search } = new URL(databaseUrl);
  return createHash('sha256').update(`${host}${pathname}${search}`).digest('hex');
}

/** @returns the name of the database to which a restore has moved files; undefined if there is no such restore */
function movedFor(dataDir: string): string | undefined {
  const path = movedMark(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

export async function markMoved(place: Place): Promise<void> {
  await writeFile(movedMark(place.dataDir), databaseName(place), { flush: true });
}

/**
 * Whether what stands in the data folder came by a restore into this database.
 * @throws StartError if it came by one into another, whose site may use it
 */
export function hasMovedFor(place: Place): boolean {
  const moved = movedFor(place.dataDir);
  if (moved === undefined || moved === databaseName(place)) return moved !== undefined;
  throw new StartError(
    `A restore into another database left its files in ${place.dataDir}. If that site is in use, start it once; else begin that restore again. Or take another DATA_DIR.`,
  );
}

/** Once its database is there, a restore that was cut off has nothing left to do. */
export async function endRestore(place: Place): Promise<void> {
  if (movedFor(place.dataDir) === databaseName(place))
    await rm(restoringFolder(place.dataDir), { recursive: true, force: true });
}

/** @throws StartError */
export function assertNoRestore(dataDir: string): void {
  if (existsSync(restoringFolder(dataDir)))
    throw new StartError(`A restore into ${dataDir} is going on, or was cut off: wait for its end, or begin it again.`);
}

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
