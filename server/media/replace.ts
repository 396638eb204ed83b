import { rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { media as mediaEntity } from '../../contract/entities/media.ts';
import type { Row } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { extensionsOf, typeOf } from '../../contract/uploadTypes.ts';
import { CallError } from '../core/errors.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { type Database, generic, locking } from '../database/tables.ts';
import { asProgram, type Received } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { type Destinations, moveIntoPlace, readList, removeFile } from './files.ts';
import { identify } from './identify.ts';
import { makeFiles, type StoreContext, toUploadReply } from './store.ts';

type Media = Row<typeof mediaEntity>;

/** The URL stays. @throws CallError `replace_cloud`, `file_type`, `picture_…`, `stale`, `not_found` */
export async function replaceContent(
  context: StoreContext,
  received: Received,
  { id, version }: { id: number; version?: number | null | undefined },
) {
  const { dataDir } = context.settings;
  const before = await lifecycle.read(asProgram(context.db), mediaEntity, id);
  if (!before) throw new CallError('not_found');
  if (before.storage !== 'local') throw new CallError('replace_cloud');
  const ext = extname(before.url).slice(1);
  const type = typeOf(ext);
  const sent = await identify(received.path, received.name);
  const fits = sent && type && (type.kind === 'image' ? sent.kind === 'image' : sent.ext === ext);
  if (!fits)
    throw new CallError('file_type', { types: type?.kind === 'image' ? extensionsOf('image').join(', ') : ext });
  const { values, destinations } = await makeFiles(context, received, type, before.url.slice(0, -ext.length - 1));
  await context.admitAgain();
  const logged = { id, name: received.name, sha1: received.sha1 };
  const replaced = await context.step('replace', { ...logged, version }, logged, async (inside) => {
    const { db, note } = inside;
    const current = await lifecycle.lock(inside, mediaEntity, id);
    if (typeof version === 'number' && version !== current.version) throw new CallError('stale', {}, { current });
    await generic(db)
      .updateTable('media')
      .set({ ...values, version: current.version + 1, update_time: toIsoSeconds(new Date()) })
      .where('id', '=', id)
      .execute();
    await bumpVersion(db, 'media');
    const seen = ({ size, sha1 }: Pick<Media, 'size' | 'sha1'>) => ({ size, sha1 });
    note({ target: 'media', target_id: id, before: seen(current), after: seen(values) });
    const after = (await lifecycle.read(inside, mediaEntity, id)) as Media;
    const gone = (current.thumbs ?? []).map(({ url }) => url).filter((url) => !destinations.has(url));
    await planReplacing(received.folder, { id, sha1: received.sha1, files: destinations, gone });
    return { ...toUploadReply(after), existed: 0 as const };
  });
  await finishReplacing(context.database, dataDir, received.folder);
  return replaced;
}

/** A file in a work folder that describes which files will replace a record's. */
const replacingList = 'replacing.json';

interface Replacing {
  id: number;
  sha1: string;
  files: [url: string, from: string][];
  gone: string[];
}

function planReplacing(folder: string, { files, ...plan }: Omit<Replacing, 'files'> & { files: Destinations }) {
  return writeFile(join(folder, replacingList), JSON.stringify({ ...plan, files: [...files] }), { flush: true });
}

/** Until the replacement is committed the old files stay. The next start completes what a crash interrupted. */
export async function finishReplacing({ transaction }: Database, dataDir: string, folder: string): Promise<void> {
  const plan = (await readList(folder, replacingList)) as Replacing | undefined;
  if (!plan) return;
  await transaction(async (db) => {
    // Another replacement comes after this one.
    const replaced = db.selectFrom('media').select('sha1').where('id', '=', plan.id);
    const row = await locking(db, replaced).executeTakeFirst();
    if (row?.sha1 !== plan.sha1) return;
    await moveIntoPlace(dataDir, folder, new Map(plan.files));
    for (const url of plan.gone) await removeFile(dataDir, url);
  });
  await rm(join(folder, replacingList));
}
