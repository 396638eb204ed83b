import { realpathSync } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { assertWritable } from '../database/checkDatabaseFile.ts';
import { fileFolders } from './archive.ts';

/** Only whoever starts the server chooses another folder (`BACKUP_DIR`), nobody in the console. */
const backupFolder = ({ backupDir, dataDir }: Pick<Settings, 'backupDir' | 'dataDir'>) =>
  backupDir ?? join(dataDir, 'backups');

type Folder = Parameters<typeof backupFolder>[0];

/** @throws StartError if the folder of `BACKUP_DIR` cannot be written to, or is among the files that everybody may load */
export function assertBackupFolder({ backupDir, dataDir }: Folder): void {
  if (!backupDir) return;
  assertWritable(backupDir, 'BACKUP_DIR');
  const [first] = relative(realpathSync(dataDir), realpathSync(backupDir)).split(/[\\/]/);
  if (first === '' || fileFolders.some((name) => name === first))
    throw new StartError(`BACKUP_DIR is ${backupDir}, among the site's own files. Set it to another folder.`);
}

/** @param name made by `newName`: it has no separator */
export const backupPath = (settings: Folder, name: string) => join(backupFolder(settings), name);

export const newName = (id: number, time: string) => `site-${time.replace(/[-:]/g, '')}-${id}.tar`;

export const makeBackupFolder = (settings: Folder) => mkdir(backupFolder(settings), { recursive: true, mode: 0o700 });

/** Bytes that are free for backups; those of the data folder until there is one. */
export async function freeBytes(settings: Folder): Promise<number> {
  const { bavail, bsize } = await statfs(backupFolder(settings)).catch(() => statfs(settings.dataDir));
  return bavail * bsize;
}

export async function removeBackupFile(settings: Folder, name: string): Promise<void> {
  if (name === '') return;
  for (const path of [backupPath(settings, name), `${backupPath(settings, name)}.partial`])
    await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTDIR') throw error;
    });
}
