import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { typeOf } from '../../../contract/uploadTypes.ts';
import { newRecordStamps } from '../../core/clock.ts';
import { CallError } from '../../core/errors.ts';
import { bumpVersion } from '../../database/dataVersion.ts';
import { type Database, generic } from '../../database/tables.ts';
import type { Picture } from '../../media/decoder/jobs.ts';
import { type Decoder, openDecoder } from '../../media/decoder.ts';
import { moveIntoPlace, pathOf, stemOf } from '../../media/files.ts';
import { placedThumbs } from '../../media/pictures.ts';
import { clearFolder } from '../../media/sweep.ts';
import { makeWorkFolder } from '../../media/workFolder.ts';

export interface Brought {
  url: string;
  name: string;
}

/** Existing records stay unchanged. @returns how many are new */
export async function savePictures(database: Database, dataDir: string, pictures: Brought[]): Promise<number> {
  const known = await database.db.selectFrom('media').select('url').execute();
  const urls = new Set(known.map(({ url }) => url));
  const fresh = pictures.filter(({ url }) => !urls.has(url));
  if (fresh.length === 0) return 0;
  const folder = await makeWorkFolder(dataDir);
  const decoder = openDecoder();
  try {
    const preparedPictures: Awaited<ReturnType<typeof prepared>>[] = [];
    for (const picture of fresh) preparedPictures.push(await prepared(decoder, dataDir, folder, picture));
    await database.transaction(async (db) => {
      for (const { values } of preparedPictures) await generic(db).insertInto('media').values(values).execute();
      await bumpVersion(db, 'media');
      await moveIntoPlace(dataDir, folder, new Map(preparedPictures.flatMap(({ files }) => files)));
    });
    return preparedPictures.length;
  } finally {
    await decoder.close();
    await clearFolder(database, dataDir, folder);
  }
}

async function prepared(decoder: Decoder, dataDir: string, folder: string, { url, name }: Brought) {
  const path = pathOf(dataDir, url) ?? '';
  const own = join(folder, randomUUID());
  await mkdir(own);
  const { width, height, thumbs } = await seen(decoder, path, own);
  const stem = stemOf(url);
  const small = placedThumbs(stem, thumbs);
  const values = {
    url,
    stem,
    name,
    kind: 'image',
    mime: typeOf(extname(url).slice(1))?.mime ?? 'image/bmp',
    storage: 'local',
    // The importer names a file by the hash of its content.
    sha1: basename(url, extname(url)),
    size: (await stat(path)).size,
    width,
    height,
    thumbs: small.stored,
    folder_id: null,
    admin_id: null,
    sort: 0,
    ...newRecordStamps(),
    deleted_at: null,
  };
  return { values, files: small.destinations };
}

/** A picture that cannot be decoded is still recorded, without its size. */
async function seen(
  decoder: Decoder,
  path: string,
  to: string,
): Promise<Picture | { width: null; height: null; thumbs: [] }> {
  try {
    return await decoder.run('measure', [to, path]);
  } catch (error) {
    if (error instanceof CallError) return { width: null, height: null, thumbs: [] };
    throw error;
  }
}
