import { extname } from 'node:path';
import { uploaded } from '../../contract/calls/upload.ts';
import { media as mediaEntity } from '../../contract/entities/media.ts';
import type { Row } from '../../contract/entity.ts';
import type { FileType } from '../../contract/uploadTypes.ts';
import { mayCall } from '../auth/rights.ts';
import { newRecordStamps } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { type Db, generic } from '../database/tables.ts';
import {
  type AppServices,
  asProgram,
  type Caller,
  type Presence,
  type Received,
  type SideEffects,
  type UnitOfWork,
  type WriteSteps,
} from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { configuredBucket } from './cloud/bucket.ts';
import { objectsOf } from './cloud/objects.ts';
import { askedBy } from './decoder.ts';
import { type Destinations, moveIntoPlace, newStem, plainName, removeUnowned, stemOf } from './files.ts';
import { identify } from './identify.ts';
import { placedThumbs } from './pictures.ts';
import { type Taken, takenTypes } from './uploadLimits.ts';

type Media = Row<typeof mediaEntity>;

interface Made {
  values: Pick<Media, 'url' | 'kind' | 'mime' | 'size' | 'width' | 'height' | 'sha1'> & { thumbs: string };
  destinations: Destinations;
}

const { existed: _existed, folder_title: _folder, ...ofRecord } = uploaded;
type RecordField = keyof typeof ofRecord;

/** The reply of a call that stores a file: the fields of its record that the contract names. */
export function toUploadReply(record: Media) {
  const fields = (Object.keys(ofRecord) as RecordField[]).map((name) => [name, record[name]]);
  return { ...(Object.fromEntries(fields) as Pick<Media, RecordField>), folder_title: '' };
}

/** @throws CallError `file_type` if the file's type is not allowed */
async function typeOfReceived(db: Db, { path, name }: Received, taken: Taken): Promise<FileType> {
  const allowed = await takenTypes(db, taken);
  const type = await identify(path, name);
  if (!type || !allowed.includes(type.ext)) throw new CallError('file_type', { types: allowed.join(', ') });
  return type;
}

/** @param stem the URL without the extension */
export async function makeFiles(
  context: Caller & AppServices & Presence,
  received: Received,
  type: FileType,
  stem: string,
): Promise<Made> {
  const { ext, kind, mime } = type;
  const url = `${stem}.${ext}`;
  if (kind !== 'image') {
    const values = { url, kind, mime, size: received.size, sha1: received.sha1, width: null, height: null };
    return { values: { ...values, thumbs: '[]' }, destinations: new Map([[url, received.path]]) };
  }
  const { path, width, height, size, thumbs } = await context.decoder.run(
    'make',
    [received.folder, received.path, ext],
    askedBy(context),
  );
  const small = placedThumbs(stem, thumbs);
  return {
    values: { url, kind, mime, size, width, height, sha1: received.sha1, thumbs: small.stored },
    destinations: new Map([[url, path], ...small.destinations]),
  };
}

export type StoreContext = Pick<UnitOfWork, 'db'> & Caller & AppServices & Presence & WriteSteps;

/**
 * Stores a received file as a record of the library. If the same content already has a record, also in the recycle bin,
 * that record is used.
 * @throws CallError `file_type`, `picture_…`; InvalidInput at `folder_id`
 * @param about `from` is the URL from which it was downloaded; it identifies a repeat of the call, and is logged
 */
export async function storeUpload(
  context: StoreContext,
  received: Received,
  taken: Taken,
  {
    folder_id,
    name,
    from,
    copy,
    texts,
  }: {
    folder_id?: number | null | undefined;
    name?: string | undefined;
    from?: string | undefined;
    copy?: 0 | 1 | undefined;
    texts?: Pick<Media, 'alt' | 'caption' | 'credit'> | undefined;
  },
) {
  const type = await typeOfReceived(context.db, received, taken);
  // Whoever deletes files may take them from the recycle bin too.
  const mayBringBack = await mayCall(context, mediaEntity.calls.delete);
  const find = (db: Db) => (copy ? undefined : withContent(db, received.sha1, mayBringBack));
  const isKnown = await find(context.db);
  const files = isKnown ? undefined : await makeFiles(context, received, type, newStem(received.sha1));
  const about = { name: plainName(name) || nameOf(received, type, from !== undefined), folder_id };
  const logged = from === undefined ? { ...about, sha1: received.sha1 } : { ...about, url: from };
  await context.admitAgain();
  return context.step('store', logged, { ...logged, sha1: received.sha1 }, async (inside) => {
    const { db } = inside;
    await oneAtATime(db, 'media content');
    const known = await find(db);
    if (known) return existing(db, await bringBack(inside, known));
    // The record existed a moment ago, but was deleted for good meanwhile.
    const { values, destinations } = files ?? (await makeFiles(context, received, type, newStem(received.sha1)));
    const id = await insert(inside, { ...values, ...about, ...texts });
    await moveIntoPlace(context.settings.dataDir, received.folder, destinations);
    return { ...toUploadReply((await lifecycle.read(inside, mediaEntity, id)) as Media), existed: 0 as const };
  });
}

/** The reply for content that is there already: the record and where it lies. */
export async function existing(db: Db, record: Media) {
  const folder = record.folder_id
    ? await db.selectFrom('media_folder').select('title').where('id', '=', record.folder_id).executeTakeFirst()
    : undefined;
  return { ...toUploadReply(record), folder_title: folder?.title ?? '', existed: 1 as const };
}

/** URLs often end without an extension, so one is added. Names of uploaded files are kept as they are. */
function nameOf({ name, sha1 }: Received, { ext }: FileType, isRemote: boolean): string {
  if (!name) return `${sha1.slice(0, 8)}.${ext}`;
  return isRemote && !extname(name) ? `${name}.${ext}` : name;
}

export async function insert(
  { db, admin, note }: UnitOfWork,
  { folder_id, ...values }: Made['values'] & { name: string; folder_id?: number | null | undefined },
  storage: Media['storage'] = 'local',
): Promise<number> {
  if (folder_id && !(await db.selectFrom('media_folder').select('id').where('id', '=', folder_id).executeTakeFirst()))
    throw new InvalidInput({ folder_id: { key: 'field_no_record' } });
  const { id } = await generic(db)
    .insertInto('media')
    .values({
      ...values,
      folder_id: folder_id ?? null,
      stem: stemOf(values.url),
      storage,
      admin_id: admin?.id ?? null,
      sort: 0,
      ...newRecordStamps(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bumpVersion(db, 'media');
  const { name, url, size } = values;
  note({ target: 'media', target_id: Number(id), after: { name, url, size }, version: { event: 'create' } });
  return Number(id);
}

const withContent = (db: Db, sha1: string, isDeletedToo: boolean) =>
  first(db)
    .where('sha1', '=', sha1)
    .$if(!isDeletedToo, (found) => found.where('deleted_at', 'is', null))
    .executeTakeFirst();
export const withStem = (db: Db, stem: string) => first(db).where('stem', '=', stem).executeTakeFirst();

const first = (db: Db) =>
  db
    .selectFrom('media')
    .select(['id', 'deleted_at', 'name'])
    .orderBy('deleted_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1);

export async function bringBack(
  { db, note }: UnitOfWork,
  known: { id: number; deleted_at: string | null; name: string },
) {
  const id = Number(known.id);
  if (known.deleted_at !== null) {
    await db.updateTable('media').set({ deleted_at: null }).where('id', '=', id).execute();
    await bumpVersion(db, 'media');
    note({ target: 'media', target_id: id, after: { name: known.name }, version: { event: 'restore' } });
  }
  return (await lifecycle.read(asProgram(db), mediaEntity, id)) as Media;
}

type Deleted = Record<string, unknown>;

export function dropFiles(context: AppServices & SideEffects, row: Deleted): void {
  context.later('media', () => (row.storage === 'cos' ? dropObject : dropLocal)(context, row));
}

const dropLocal = ({ database, settings }: AppServices, row: Deleted) => {
  const thumbs = Array.isArray(row.thumbs) ? row.thumbs.map(({ url }) => String(url)) : [];
  return removeUnowned(database.db, settings.dataDir, [String(row.url), ...thumbs]);
};

/** Deletes from the configured bucket only. Files in a previously configured bucket stay, and the run log says so. */
async function dropObject({ database: { db }, secrets }: AppServices, row: Deleted): Promise<void> {
  const bucket = await configuredBucket(db, secrets);
  const { origin, host, pathname } = new URL(String(row.url));
  if (origin !== bucket.origin && host !== bucket.host) throw new Error(`${row.url} is not in the bucket that is set`);
  if (!(await withStem(db, stemOf(pathname)))) await objectsOf(bucket).remove(pathname.slice(1));
}
