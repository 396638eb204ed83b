import { extname } from 'node:path';
import { media as mediaEntity } from '../../contract/entities/media.ts';
import type { Row } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { extensionsOf, typeOf } from '../../contract/uploadTypes.ts';
import { CallError } from '../core/errors.ts';
import { bumpVersion } from '../database/generation.ts';
import { generic } from '../database/generic.ts';
import type { CallContext, Received } from '../engine/callContext.ts';
import * as crud from '../engine/crud.ts';
import { identify } from './identify.ts';
import { finishReplacing, planReplacing } from './replacing.ts';
import { makeFiles, shown } from './store.ts';

type Media = Row<typeof mediaEntity>;

/**
 * Replaces the file of a record; its URL stays. A picture is converted to the URL's type.
 * @throws CallError `replace_cloud`, `file_type`, `picture_…`, `stale`, `not_found`
 */
export async function replaceContent(
  context: CallContext,
  received: Received,
  { id, version }: { id: number; version?: number | null | undefined },
) {
  const { dataDir } = context.settings;
  const before = await crud.read(context.db, mediaEntity, id);
  if (!before) throw new CallError('not_found');
  if (before.storage !== 'local') throw new CallError('replace_cloud');
  const ext = extname(before.url).slice(1);
  const type = typeOf(ext);
  const sent = await identify(received.path, received.name);
  const fits = sent && type && (type.kind === 'image' ? sent.kind === 'image' : sent.ext === ext);
  if (!fits)
    throw new CallError('file_type', { types: type?.kind === 'image' ? extensionsOf('image').join(', ') : ext });
  const { values, placing } = await makeFiles(context, received, type, before.url.slice(0, -ext.length - 1));
  await context.admitAgain();
  const logged = { id, name: received.name, sha1: received.sha1 };
  const replaced = await context.step('replace', { ...logged, version }, logged, async (inside) => {
    const { db, note } = inside;
    const current = await crud.lock(db, mediaEntity, id);
    if (typeof version === 'number' && version !== current.version) throw new CallError('stale', {}, { current });
    await generic(db)
      .updateTable('media')
      .set({ ...values, version: current.version + 1, update_time: toIsoSeconds(new Date()) })
      .where('id', '=', id)
      .execute();
    await bumpVersion(db, 'media');
    const seen = ({ size, sha1 }: Pick<Media, 'size' | 'sha1'>) => ({ size, sha1 });
    note({ target: 'media', target_id: id, before: seen(current), after: seen(values) });
    const after = (await crud.read(db, mediaEntity, id)) as Media;
    const gone = (current.thumbs ?? []).map(({ url }) => url).filter((url) => !placing.has(url));
    await planReplacing(received.folder, { id, sha1: received.sha1, files: placing, gone });
    return { ...shown(after), existed: 0 as const };
  });
  await finishReplacing(context.database, dataDir, received.folder);
  return replaced;
}
