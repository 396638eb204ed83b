import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../core/settings.ts';

/** Only whoever starts the server chooses another folder (`BACKUP_DIR`), nobody in the console. */
const backupFolder = ({ backupDir, dataDir }: Pick<Settings, 'backupDir' | 'dataDir'>) =>
  backupDir ?? join(dataDir, 'backups');

type Folder = Parameters<typeof backupFolder>[0];

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
