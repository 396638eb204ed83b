import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { withoutEnd } from '../database/derived/uploadStems.ts';
import type { Db } from '../database/tables.ts';

/** Files of one record on their way to where they are served, by URL. */
export type Placing = Map<string, string>;

const base = '/upload/';

/** The URL of a file by the day and its content, with an end that cannot be guessed: no two uploads share one. */
export function newStem(sha1: string): string {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return `${base}${year}/${month}/${day}/${sha1.slice(0, 20)}${randomBytes(4).toString('hex')}`;
}

/** By what a record is found in texts that hold its URL or that of a thumbnail: the URL from `/upload/` on, without the end. */
export const stemOf = (url: string) => withoutEnd(url.slice(Math.max(0, url.indexOf(base))));

/** Where a URL's file stands; undefined of one that is not in the upload folder. */
export function pathOf(dataDir: string, url: string): string | undefined {
  const root = join(dataDir, base);
  const path = normalize(join(dataDir, url));
  return url.startsWith(base) && path.startsWith(root) && path.length > root.length ? path : undefined;
}

/** Lists in a work folder the URLs that its files were placed at. */
export const placedList = 'placed.json';

/**
 * Moves files to where they are served, each at once. What a crash leaves without a record is found at the next start by
 * the list that stands in the work folder until then.
 */
export async function place(dataDir: string, folder: string, files: Placing): Promise<void> {
  await writeFile(join(folder, placedList), JSON.stringify([...files.keys()]), { flush: true });
  for (const [url, from] of files) {
    const to = pathOf(dataDir, url);
    if (!to) throw new Error(`${url} is not in the upload folder`);
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to).catch((error) => {
      if (!existsSync(to)) throw error; // of a transaction that is tried again
    });
  }
}

export async function removeFile(dataDir: string, url: string): Promise<void> {
  const path = pathOf(dataDir, url);
  if (path) await rm(path, { force: true });
}

/** Takes away files whose record is gone; those of a record that is there stay. */
export async function removeUnowned(db: Db, dataDir: string, urls: string[]): Promise<void> {
  for (const url of urls) {
    const owner = await db.selectFrom('media').select('id').where('stem', '=', stemOf(url)).executeTakeFirst();
    if (!owner) await removeFile(dataDir, url);
  }
}
