import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/tables.ts';
import { type Placing, place, removeFile } from './files.ts';

/** A file in a work folder that describes which files will replace a record's. */
const replacingList = 'replacing.json';

interface Replacing {
  id: number;
  /** The hash of the record's content after the replacement. */
  sha1: string;
  files: [url: string, from: string][];
  /** URLs that the record no longer has. */
  gone: string[];
}

export function planReplacing(folder: string, { files, ...plan }: Omit<Replacing, 'files'> & { files: Placing }) {
  return writeFile(join(folder, replacingList), JSON.stringify({ ...plan, files: [...files] }), { flush: true });
}

/**
 * Moves the planned files to their place if the record's replacement was committed; until then the old files stay. If a
 * crash interrupts this, the next start completes it.
 */
export async function finishReplacing({ transaction }: Database, dataDir: string, folder: string): Promise<void> {
  const plan = await planIn(folder);
  if (!plan) return;
  await transaction(async (db) => {
    // Locks the row, so that another replacement comes after this one.
    const row = await db
      .updateTable('media')
      .set({ id: plan.id })
      .where('id', '=', plan.id)
      .returning('sha1')
      .executeTakeFirst();
    if (row?.sha1 !== plan.sha1) return;
    await place(dataDir, folder, new Map(plan.files));
    for (const url of plan.gone) await removeFile(dataDir, url);
  });
  await rm(join(folder, replacingList));
}

async function planIn(folder: string): Promise<Replacing | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, replacingList), 'utf8'));
  } catch (error) {
    // No plan, or an incomplete one: then nothing was committed either.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
