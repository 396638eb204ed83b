import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/tables.ts';
import { placedList, removeUnowned } from './files.ts';
import { finishReplacing } from './replacing.ts';
import { leaveWorkFolder, leftFolders, removeFolder } from './workFolder.ts';

/**
 * Takes away what uploads left that a crash cut off: their work folders, and files that were placed without a record. One that
 * was to replace another, and is recorded, takes its place.
 * @returns how many uploads they were
 */
export async function sweepUploads(database: Database, dataDir: string): Promise<number> {
  const left = await leftFolders(dataDir);
  for (const folder of left) await clearFolder(database, dataDir, folder);
  return left.length;
}

const againMs = 5000;

/**
 * Takes away the work folder of an upload that is over. Where the database cannot tell now what came of it, a sweep does
 * so later: the reply says what became of the upload.
 */
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

/** Takes a work folder away, and what was placed from it if no record came of it. */
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
    // None was placed, or the list was cut short: then nothing was placed either.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
