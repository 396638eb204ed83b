import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { StartError } from '../core/errors.ts';
import type { TableSum } from './rows.ts';

/** The first part of a backup. */
export interface SiteInfo {
  format: 1;
  program: string;
  created: string;
  database: 'sqlite' | 'postgres';
  /** The names of the migrations that made the tables. */
  migrations: string[];
}

/** The last part of a backup. */
export interface Manifest {
  /** `last`: the highest id that was ever given out. */
  tables: Record<string, TableSum & { last?: string }>;
  /** SHA-256 of each list of parts. */
  lists: Record<string, string>;
  parts: number;
  secrets: number;
}

export interface Part {
  path: string;
  size: number;
  sha256: string;
}

export const paths = { site: 'site.json', manifest: 'manifest.json', secrets: 'secrets.sealed' };
export const numbered = (folder: string, n: number, ending: string) =>
  `${folder}/${String(n).padStart(6, '0')}.${ending}`;
export const partsInList = 1000;
const mB = 1024 * 1024;
/** Bytes of what is held in memory: a part with rows also when it is decompressed, a list of parts. Reading a row takes its size several times. */
export const maxBytes = { rows: 10 * mB, list: 8 * mB, manifest: 4 * mB, secrets: 4 * mB, site: mB };
/** Folders of a site's own files in its data folder. */
export const fileFolders = ['upload', 'templates'];

/** Whether a file may have this path below the data folder, in a backup and after it is restored anywhere. */
export const isPortablePath = (path: string): boolean =>
  fileFolders.some((folder) => path.startsWith(`${folder}/`)) &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

const compress = promisify(zstdCompress);

/** Writes a tar file part by part. It gets its name when it is whole. @throws StartError if the name is taken */
export async function writeArchive(path: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`;
  const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  await once(target, 'open').catch((error: NodeJS.ErrnoException) => {
    const sentence =
      error.code === 'ENOENT'
        ? `The folder ${dirname(path)} does not exist.`
        : `The file ${partial} cannot be made: ${error.code}.`;
    throw Object.assign(new StartError(sentence), { code: error.code });
  });
  try {
    const tar = pack();
    await Promise.all([pipeline(tar, target), fill(openWriter(tar)).catch((error) => void tar.destroy(error))]);
    await rename(partial, path);
    await flush(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A new name survives a power cut only when its folder is flushed. */
export async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export type ArchiveWriter = ReturnType<typeof openWriter>;

function openWriter(tar: ReturnType<typeof pack>) {
  const lists: Manifest['lists'] = {};
  let listed: Part[] = [];
  let parts = 0;

  const entryOf = (path: string, size: number) => tar.entry({ name: path, size, mode: 0o600, mtime: new Date() });

  async function write(path: string, content: Buffer): Promise<Part> {
    const entry = entryOf(path, content.length);
    const ended = finished(entry);
    entry.end(content);
    await ended;
    return { path, size: content.length, sha256: hash('sha256', content) };
  }

  async function add(part: Part): Promise<void> {
    parts++;
    listed.push(part);
    if (listed.length >= partsInList) await endList();
  }

  async function endList(): Promise<void> {
    const path = numbered('lists', Object.keys(lists).length + 1, 'ndjson.zst');
    const { sha256 } = await write(path, await compress(listed.map((part) => `${JSON.stringify(part)}\n`).join('')));
    lists[path] = sha256;
    listed = [];
  }

  return {
    part: async (path: string, content: Buffer) => add(await write(path, content)),
    lines: async (path: string, lines: string[]) => add(await write(path, await compress(lines.join('')))),
    file: async (path: string, from: FileHandle) => add(await writeFile(entryOf, path, from)),
    end: async (rest: Pick<Manifest, 'tables' | 'secrets'>) => {
      if (listed.length > 0) await endList();
      const manifest: Manifest = { ...rest, lists, parts };
      await write(paths.manifest, Buffer.from(JSON.stringify(manifest, null, 1)));
      tar.finalize();
    },
  };
}

async function writeFile(
  entryOf: (path: string, size: number) => NodeJS.WritableStream,
  path: string,
  from: FileHandle,
): Promise<Part> {
  const { size } = await from.stat();
  const sha256 = createHash('sha256');
  const source = size === 0 ? Readable.from([]) : from.createReadStream({ autoClose: false, start: 0, end: size - 1 });
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sha256.update(chunk);
        yield chunk;
      }
    },
    entryOf(path, size),
  );
  return { path, size, sha256: sha256.digest('hex') };
}
