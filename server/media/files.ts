import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutEnd } from '../database/derived/sqlFunctions.ts';
import type { Db } from '../database/tables.ts';

/** A record's files to be moved to the served folder, by URL. */
export type Destinations = Map<string, string>;

const base = '/upload/';

/** A file's URL from day and content, with a random end, so that no two uploads share a URL. */
export function newStem(sha1: string): string {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return `${base}${year}/${month}/${day}/${sha1.slice(0, 20)}${randomBytes(4).toString('hex')}`;
}

/** The text by which uses of a URL, or of its thumbnails, are found: from `/upload/` on, without size and extension. */
export const stemOf = (url: string) => withoutEnd(url.slice(Math.max(0, url.indexOf(base))));

export function pathOf(dataDir: string, url: string): string | undefined {
  const root = join(dataDir, base);
  const path = normalize(join(dataDir, url));
  return url.startsWith(base) && path.startsWith(root) && path.length > root.length ? path : undefined;
}

/** A file in a work folder that lists the URLs at which its files were placed. */
export const placedList = 'placed.json';

/** Moves files atomically. What a crash leaves without a record, the next start finds by the list in the work folder. */
export async function moveIntoPlace(dataDir: string, folder: string, files: Destinations): Promise<void> {
  await writeFile(join(folder, placedList), JSON.stringify([...files.keys()]), { flush: true });
  for (const [url, from] of files) {
    const to = pathOf(dataDir, url);
    if (!to) throw new Error(`${url} is not in the upload folder`);
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to).catch((error) => {
      if (!existsSync(to)) throw error; // the database retries the transaction, and the file has already been moved
    });
  }
}

/** A list in a work folder; undefined if it is missing or incomplete, because then nothing was placed or committed. */
export async function readList(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function removeFile(dataDir: string, url: string): Promise<void> {
  const path = pathOf(dataDir, url);
  if (path) await rm(path, { force: true });
}

export async function removeUnowned(db: Db, dataDir: string, urls: string[]): Promise<void> {
  for (const url of urls) {
    const owner = await db.selectFrom('media').select('id').where('stem', '=', stemOf(url)).executeTakeFirst();
    if (!owner) await removeFile(dataDir, url);
  }
}

const longestName = 200;

/** A client's file name for display: without path and control characters. */
export function plainName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).pop() ?? '';
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim();
  if (name.length <= longestName) return name;
  const ext = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longestName - ext.length) + ext;
}

export async function toDisk(source: AsyncIterable<Buffer>, path: string) {
  const sha1 = createHash('sha1');
  let size = 0;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sha1.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { path, size, sha1: sha1.digest('hex') };
}
