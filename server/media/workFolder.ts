import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { abandonedAfterMs, stateOfOwner, thisProcess } from '../core/processOwner.ts';

/** Where files stand that are not yet what they will be: beside the served folder, on the same disk. */
const workRoot = (dataDir: string) => join(dataDir, 'uploading');

/** Those of this process whose upload is under way. */
const underWay = new Set<string>();

/** A folder of one upload's own. */
export async function makeWorkFolder(dataDir: string): Promise<string> {
  const path = join(workRoot(dataDir), `${thisProcess}~${randomBytes(6).toString('hex')}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  underWay.add(path);
  return path;
}

/** Work folders whose process is gone, and those of other machines that nothing wrote to for an hour. */
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
    if (isDone || state === 'gone' || (state === 'elsewhere' && (await isOld(path)))) left.push(path);
  }
  return left;
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })); // its own process took it away
  return mtimeMs < Date.now() - abandonedAfterMs;
}

/** The upload of a folder is over: what is left of it is cleared by a sweep, where it could not be cleared at once. */
export const leaveWorkFolder = (path: string): void => void underWay.delete(path);

export function removeFolder(path: string): Promise<void> {
  leaveWorkFolder(path);
  return rm(path, { recursive: true, force: true });
}
