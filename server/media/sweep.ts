import type { Database } from '../database/tables.ts';
import { placedList, readList, removeUnowned } from './files.ts';
import { finishReplacing } from './replace.ts';
import { leaveWorkFolder, leftFolders, removeFolder } from './workFolder.ts';

/** Cleans up after uploads that a crash interrupted; a committed replacement is completed. @returns their number */
export async function sweepUploads(database: Database, dataDir: string): Promise<number> {
  const left = await leftFolders(dataDir);
  for (const folder of left) await clearFolder(database, dataDir, folder);
  return left.length;
}

const againMs = 5000;

/** If the database cannot say now whether the upload was saved, a later sweep clears the folder. */
export async function clearOwnFolder(
  database: Database,
  dataDir: string,
  folder: string,
  failed: (error: unknown) => void,
) {
  leaveWorkFolder(folder);
  try {
    await clearFolder(database, dataDir, folder);
  } catch (error) {
    failed(error);
    setTimeout(() => sweepUploads(database, dataDir).catch(failed), againMs).unref();
  }
}

/** Deletes a work folder, and the files placed from it that have no record. */
export async function clearFolder(database: Database, dataDir: string, folder: string): Promise<void> {
  await finishReplacing(database, dataDir, folder);
  const placed = await readList(folder, placedList);
  if (Array.isArray(placed)) await removeUnowned(database.db, dataDir, placed.map(String));
  await removeFolder(folder);
}
