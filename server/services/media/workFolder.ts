import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Where files stand that are not yet what they will be: beside the served folder, on the same disk. */
const workRoot = (dataDir: string) => join(dataDir, 'uploading');

export const here = hostname().replaceAll('~', '-');
const abandonedMs = 3600_000;
/** Those of this process whose upload is under way. */
const underWay = new Set<string>();

/** A folder of one upload's own. */
export async function makeWorkFolder(dataDir: string): Promise<string> {
  const path = join(workRoot(dataDir), `${here}~${process.pid}~${randomBytes(6).toString('hex')}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  underWay.add(path);
  return path;
}

/** Work folders whose process is gone, and those of other machines that nothing wrote to for an hour. */
export async function leftFolders(dataDir: string, isStart: boolean): Promise<string[]> {
  const names = await readdir(workRoot(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const left: string[] = [];
  for (const name of names) {
    const path = join(workRoot(dataDir), name);
    const [host, pid] = name.split('~');
    const isOurs = host === here;
    const isDone = Number(pid) === process.pid && !underWay.has(path);
    const isLeft = isOurs ? isDone || !isAlive(Number(pid), isStart) : await isOld(path);
    if (isLeft) left.push(path);
  }
  return left;
}

/** At the start a folder of this very process number is of one before it, as in a container. */
export function isAlive(pid: number, isStart: boolean): boolean {
  if (pid === process.pid) return !isStart;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })); // its own process took it away
  return mtimeMs < Date.now() - abandonedMs;
}

/** The upload of a folder is over: what is left of it is cleared by a sweep, where it could not be cleared at once. */
export const leaveWorkFolder = (path: string): void => void underWay.delete(path);

export function removeFolder(path: string): Promise<void> {
  leaveWorkFolder(path);
  return rm(path, { recursive: true, force: true });
}
