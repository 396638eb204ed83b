import { createReadStream } from 'node:fs';
import { extname, join } from 'node:path';
import { media as mediaEntity } from '../../contract/entities/media.ts';
import { assertMayList } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { SideEffects } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { askedBy } from './decoder.ts';
import { pathOf, toDisk } from './files.ts';
import { type StoreContext, storeUpload } from './store.ts';
import { clearOwnFolder } from './sweep.ts';
import { makeWorkFolder } from './workFolder.ts';

export interface PictureChange {
  id: number;
  turn?: number | undefined;
  left?: number | null | undefined;
  top?: number | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
  to_width?: number | null | undefined;
}

/**
 * Stores a turned, cropped or scaled copy as a new file beside the old one, with its texts.
 * @throws CallError `not_found`, `replace_cloud`, `picture_…`; InvalidInput
 */
export async function changePicture(context: StoreContext & SideEffects, { id, ...change }: PictureChange) {
  const { database, settings, decoder } = context;
  await assertMayList(context, mediaEntity);
  const record = await lifecycle.read(context, mediaEntity, id);
  if (!record) throw new CallError('not_found');
  const path = pathOf(settings.dataDir, record.url);
  if (record.kind !== 'image' || !record.width || !record.height)
    throw new InvalidInput({ id: { key: 'field_choice' } });
  if (record.storage !== 'local' || !path) throw new CallError('replace_cloud');
  const { area, ...turned } = areaOf({ width: record.width, height: record.height }, change);
  const folder = await makeWorkFolder(settings.dataDir);
  try {
    const ext = extname(record.url).slice(1);
    const plan = JSON.stringify({ ...turned, area, toWidth: change.to_width || undefined });
    const changed = await decoder.run('change', [folder, path, ext, plan], askedBy(context));
    const received = await toDisk(createReadStream(changed.path), join(folder, 'sent'));
    const name = `${record.name.slice(0, -extname(record.name).length || undefined)}-${changed.width}x${changed.height}.${ext}`;
    const { alt, caption, credit, folder_id } = record;
    return await storeUpload(context, { ...received, name, folder }, 'image', {
      name,
      folder_id,
      texts: { alt, caption, credit },
    });
  } finally {
    await clearOwnFolder(database, settings.dataDir, folder, (error) =>
      context.warn('uploads', `a picture that was changed is cleared later: ${error}`),
    );
  }
}

/** The part of the turned picture that is kept, within its edges. @throws InvalidInput if nothing would be changed */
function areaOf(
  size: { width: number; height: number },
  { turn = 0, left, top, width, height, to_width }: Omit<PictureChange, 'id'>,
) {
  const whole = turn % 180 === 0 ? size : { width: size.height, height: size.width };
  const area = {
    left: left ?? 0,
    top: top ?? 0,
    width: width || whole.width - (left ?? 0),
    height: height || whole.height - (top ?? 0),
  };
  if (area.left + area.width > whole.width || area.width < 1)
    throw new InvalidInput({ width: { key: 'picture_beyond' } });
  if (area.top + area.height > whole.height || area.height < 1)
    throw new InvalidInput({ height: { key: 'picture_beyond' } });
  const isWhole = area.width === whole.width && area.height === whole.height;
  if (turn === 0 && isWhole && !(to_width && to_width < area.width))
    throw new InvalidInput({ to_width: { key: 'picture_same' } });
  return { turn, area };
}
