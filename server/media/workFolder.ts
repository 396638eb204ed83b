import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';

/** Where unfinished files are kept: beside the served folder, on the same disk, so that they can be moved atomically. */
const workRoot = (dataDir: string) => join(dataDir, 'uploading');

const underWay = new Set<string>();

export async function makeWorkFolder(dataDir: string): Promise<string> {
  const path = join(workRoot(dataDir), `${thisProcess}~${randomBytes(6).toString('hex')}`);
  await mkdir(workRoot(dataDir), { recursive: true, mode: 0o700 });
  // Not `recursive`, which says of a read-only disk that there is no such folder.
  await mkdir(path, { mode: 0o700 });
  underWay.add(path);
  return path;
}

/** Work folders whose process has ended, and those of other processes that have not been written to for an hour. */
export async function leftFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(workRoot(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const left: string[] = [];
  for (const name of names) {
    const path = join(workRoot(dataDir), name);
    const state = stateOfOwner(name);
    const isDone = state === 'this' && !underWay.has(path);
    if (isDone || state === 'gone' || (state !== 'this' && (await isOld(path)))) left.push(path);
  }
  return left;
}

/** A folder's own time is that of its last new file; a file that arrives for hours has a later one. */
async function isOld(path: string): Promise<boolean> {
  const since = Date.now() - abandonedAfterMs;
  try {
    const files = (await readdir(path)).map((name) => join(path, name));
    const times = await Promise.all([path, ...files].map(async (each) => (await stat(each)).mtimeMs));
    return Math.max(...times) < since;
  } catch {
    return false; // its own process is deleting it
  }
}

/** Marks a folder's upload as finished. If the folder could not be deleted at once, a sweep deletes it. */
export const leaveWorkFolder = (path: string): void => void underWay.delete(path);

export function removeFolder(path: string): Promise<void> {
  leaveWorkFolder(path);
  return rm(path, { recursive: true, force: true });
}
