import { lstat, opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../database/tables.ts';
import { generic } from '../database/tables.ts';
import { pathOf, stemOf } from '../media/files.ts';
import { type Check, type Difference, examples, plural } from './check.ts';

interface MediaFile {
  id: number;
  url: string;
  size: number;
  storage: string;
  thumbs: string | null;
}

interface Flaw {
  id: number;
  what: 'missing' | 'size';
}

/** Files that are younger can be those of an upload that has no record yet. */
const onTheirWayMs = 60_000;
const againMs = 1000;
const atOnce = 500;

/** The library's files on disk against its records, and uses of files that the library lacks. */
export const checkMediaFiles: Check = async ({ store, settings: { dataDir } }) => {
  const found = await store.snapshot((db) => readRecords(db, dataDir));
  const foreign = await foreignFiles(dataDir, (stems) => store.snapshot((db) => unknownStems(db, stems)));
  if (found.flaws.length + foreign.length > 0) await wait(againMs); // a server may have deleted a record and then its file
  const ids = found.flaws.map(({ id }) => id);
  const { flaws } = ids.length > 0 ? await store.snapshot((db) => readRecords(db, dataDir, ids)) : { flaws: [] };
  const differences: Difference[] = [];
  for (const [what, sentence] of Object.entries(flawSentences)) {
    const records = flaws.filter((flaw) => flaw.what === what).map(({ id }) => id);
    if (records.length > 0) differences.push({ sentence: sentence(records) });
  }
  const left = await stillThere(dataDir, foreign, (stems) => store.snapshot((db) => unknownStems(db, stems)));
  if (left.length > 0)
    differences.push({ sentence: `upload: ${plural(left.length, 'file')} without a record${examples(left)}.` });
  const unknown = await store.snapshot(unknownUses);
  return {
    differences,
    notes: [
      ...(found.inBucket > 0
        ? [`${plural(found.inBucket, 'file')} in the bucket ${found.inBucket === 1 ? 'was' : 'were'} not looked at.`]
        : []),
      ...(unknown > 0 ? [`${plural(unknown, 'use')} in contents lead to a file that the library does not have.`] : []),
    ],
  };
};

const flawSentences: Record<Flaw['what'], (ids: number[]) => string> = {
  missing: (ids) =>
    `media: ${plural(ids.length, 'record')} without ${ids.length === 1 ? 'its' : 'their'} files${examples(ids)}.`,
  size: (ids) =>
    `media: the files of ${plural(ids.length, 'record')} have another size than the record says${examples(ids)}.`,
};

async function readRecords(db: Db, dataDir: string, ids?: number[]): Promise<{ flaws: Flaw[]; inBucket: number }> {
  const flaws: Flaw[] = [];
  let inBucket = 0;
  for (let last = 0; ; ) {
    let found = generic(db).selectFrom('media').select(['id', 'url', 'size', 'storage', 'thumbs']);
    if (ids) found = found.where('id', 'in', ids);
    const rows = (await found.where('id', '>', last).orderBy('id').limit(atOnce).execute()) as unknown as MediaFile[];
    if (rows.length === 0) return { flaws, inBucket };
    last = Number(rows.at(-1)?.id);
    inBucket += rows.filter(({ storage }) => storage === 'cos').length;
    for (const file of rows) {
      const what = file.storage === 'cos' ? undefined : await flawOf(dataDir, file);
      if (what) flaws.push({ id: Number(file.id), what });
    }
  }
}

async function flawOf(dataDir: string, { url, size, thumbs }: MediaFile): Promise<Flaw['what'] | undefined> {
  const small = (JSON.parse(thumbs || '[]') as { url: string }[]).map((thumb) => thumb.url);
  const sizes = await Promise.all([url, ...small].map((each) => sizeOf(pathOf(dataDir, each))));
  if (sizes.includes(undefined)) return 'missing';
  return sizes[0] === Number(size) ? undefined : 'size';
}

/** Undefined if there is no file: a link is none. */
async function sizeOf(path: string | undefined): Promise<number | undefined> {
  const found = path === undefined ? undefined : await lstat(path).catch(ifGone);
  return found?.isFile() ? found.size : undefined;
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

type Unknown = (stems: string[]) => Promise<Set<string>>;

/** Paths from the data folder on, without those that may be on their way. Links are not followed. */
async function foreignFiles(dataDir: string, unknown: Unknown): Promise<string[]> {
  const foreign: string[] = [];
  let batch: string[] = [];
  const look = async () => {
    foreign.push(...(await withoutRecord(batch, unknown)));
    batch = [];
  };
  for await (const entry of await openFolder(join(dataDir, 'upload'))) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = (await lstat(path).catch(ifGone)) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs > Date.now() - onTheirWayMs) continue;
    batch.push(`/${relative(dataDir, path).split(sep).join('/')}`);
    if (batch.length >= atOnce) await look();
  }
  await look();
  return foreign;
}

const openFolder = (path: string) =>
  opendir(path, { recursive: true }).catch((error) => ifGone(error) ?? ([] as never[]));

async function withoutRecord(urls: string[], unknown: Unknown): Promise<string[]> {
  if (urls.length === 0) return [];
  const stems = await unknown([...new Set(urls.map(stemOf))]);
  return urls.filter((url) => stems.has(stemOf(url)));
}

async function stillThere(dataDir: string, urls: string[], unknown: Unknown): Promise<string[]> {
  const there: string[] = [];
  for (let at = 0; at < urls.length; at += atOnce)
    for (const url of await withoutRecord(urls.slice(at, at + atOnce), unknown))
      if (await lstat(join(dataDir, url)).catch(ifGone)) there.push(url);
  return there;
}

async function unknownStems(db: Db, stems: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('stem').where('stem', 'in', stems).execute();
  const known = new Set(rows.map(({ stem }) => stem));
  return new Set(stems.filter((stem) => !known.has(stem)));
}

async function unknownUses(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('media_use')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('stem', 'not in', db.selectFrom('media').select('stem'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
