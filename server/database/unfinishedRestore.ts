import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';

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
  if (moved === undefined) return false;
  if (moved === databaseName(place)) return true;
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
