import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/tables.ts';
import { placedList, removeUnowned } from './files.ts';
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
  await removeUnowned(database.db, dataDir, await placedIn(folder));
  await removeFolder(folder);
}

async function placedIn(folder: string): Promise<string[]> {
  try {
    const urls: unknown = JSON.parse(await readFile(join(folder, placedList), 'utf8'));
    return Array.isArray(urls) ? urls.map(String) : [];
  } catch (error) {
    // No list, or an incomplete one: then no file was placed either.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
