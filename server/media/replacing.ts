import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/tables.ts';
import { type Placing, place, removeFile } from './files.ts';

/** Tells in a work folder what will take the place of a record's files. */
const replacingList = 'replacing.json';

interface Replacing {
  id: number;
  /** Of the content that the record has once it is replaced. */
  sha1: string;
  files: [url: string, from: string][];
  /** URLs that it has no longer. */
  gone: string[];
}

export function planReplacing(folder: string, { files, ...plan }: Omit<Replacing, 'files'> & { files: Placing }) {
  return writeFile(join(folder, replacingList), JSON.stringify({ ...plan, files: [...files] }), { flush: true });
}

/**
 * Puts the planned files in the place of a record's, if the record says that it was replaced: before that is committed the
 * old ones stay. What a crash cuts off here is done at the next start.
 */
export async function finishReplacing({ transaction }: Database, dataDir: string, folder: string): Promise<void> {
  const plan = await planIn(folder);
  if (!plan) return;
  await transaction(async (db) => {
    // Takes the row's lock: what replaces it next comes after this.
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
    // None was planned, or it was cut short: then nothing was committed either.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
