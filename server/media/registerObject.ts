import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { media as mediaEntity } from '../../contract/entities/media.ts';
import type { Row } from '../../contract/entity.ts';
import { type FileType, tellingBytes, typeOf } from '../../contract/uploadTypes.ts';
import { assertRule } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import type { AppServices, Caller, Presence, SideEffects, SignedIn, UnitOfWork } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { configuredBucket } from './cloud/bucket.ts';
import { type Objects, objectsOf } from './cloud/objects.ts';
import { stemOf } from './files.ts';
import { identify } from './identify.ts';
import { sizeOfPicture } from './pictures.ts';
import { bringBack, existing, insert, toUploadReply, withStem } from './store.ts';
import { allTakenTypes, largestUpload } from './uploadLimits.ts';
import { makeWorkFolder, removeFolder } from './workFolder.ts';

/** The folder in the bucket of an administrator or a program. It cannot be guessed, so nobody overwrites or records another's files. */
export function prefixOf(secrets: Secrets, { id, programTokenId }: Pick<SignedIn, 'id' | 'programTokenId'>): string {
  const owner = programTokenId === undefined ? String(id) : `${id} ${programTokenId}`;
  return `upload/${secrets.hmac('cloud prefix', owner).slice(0, 12)}/`;
}

type Media = Row<typeof mediaEntity>;

interface Sent {
  key: string;
  name?: string;
  folder_id?: number | null;
}

interface Checked {
  url: string;
  type: FileType;
  size: number;
  width: number | null;
  height: number | null;
}

/** Undefined if it has a record. @throws CallError `object_…`, `file_…`, `picture_…`, `cos_…`; InvalidInput at `key` */
export async function checkObject(
  context: Caller & AppServices & Presence & SideEffects,
  sent: Sent,
): Promise<Checked | undefined> {
  const { db, secrets, admin, later } = context;
  const key = keyOf(sent);
  const prefix = prefixOf(secrets, admin as SignedIn);
  if (!key.startsWith(prefix)) throw new InvalidInput({ key: { key: 'object_beyond', values: { prefix } } });
  if (await withStem(db, stemOf(`/${key}`))) return undefined;
  const bucket = await configuredBucket(db, secrets);
  const objects = objectsOf(bucket);
  const head = await objects.head(key);
  if (!head) throw new CallError('object_missing');
  try {
    const type = await allowedType(db, key, head);
    const about = await look(context, objects, key, type, head.size);
    return { url: `${bucket.origin}/${key}`, type, size: head.size, ...about };
  } catch (error) {
    if (isRefusal(error))
      later('media', async () => {
        if (!(await withStem(db, stemOf(`/${key}`)))) await objects.remove(key);
      });
    throw error;
  }
}

const keyOf = ({ key }: Sent) => key.replace(/^\//, '');
const isRefusal = (error: unknown) => error instanceof CallError && !error.key.startsWith('cos_');

async function allowedType(db: Db, key: string, { size, type: mime }: { size: number; type: string }) {
  const most = await largestUpload(db);
  if (size > most) throw new CallError('file_large', { limit: Math.floor(most / 2 ** 20) });
  if (size === 0) throw new InvalidInput({ key: { key: 'file_empty' } }, 'file_empty');
  const types = await allTakenTypes(db);
  const type = typeOf(extname(key).slice(1));
  if (!type || !types.includes(type.ext)) throw new CallError('file_type', { types: types.join(', ') });
  // The content type that the bucket serves must match too, because browsers use it.
  if (mime.split(';')[0]?.trim().toLowerCase() !== type.mime) throw new CallError('object_type');
  return type;
}

async function look(
  context: Caller & AppServices & Presence,
  objects: Objects,
  key: string,
  type: FileType,
  size: number,
) {
  const folder = await makeWorkFolder(context.settings.dataDir);
  try {
    const path = join(folder, 'beginning');
    await writeFile(path, await objects.beginning(key, tellingBytes), { mode: 0o600 });
    if ((await identify(path, key))?.ext !== type.ext) throw new CallError('object_type');
    if (type.kind !== 'image') return { width: null, height: null };
    return await sizeOfPicture(context, path, size <= tellingBytes);
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Records a checked object. An existing record is returned, and restored if it is in the recycle bin.
 * @throws CallError `forbidden` for the latter, if the caller may not delete files
 */
export async function recordObject(context: UnitOfWork, sent: Sent, checked: Checked | undefined) {
  const { db } = context;
  await oneAtATime(db, 'media content');
  const key = keyOf(sent);
  const known = await withStem(db, stemOf(`/${key}`));
  if (known) {
    if (known.deleted_at !== null) await assertRule(context, mediaEntity.calls.delete);
    return existing(context.db, await bringBack(context, known));
  }
  // Its record existed during the check, but was deleted for good since, together with the object.
  if (!checked) throw new CallError('object_missing');
  const { type, url, size, width, height } = checked;
  const values = { url, size, width, height, kind: type.kind, mime: type.mime, sha1: '', thumbs: '[]' };
  const about = { name: sent.name || basename(key), folder_id: sent.folder_id };
  const id = await insert(context, { ...values, ...about }, 'cos');
  return { ...toUploadReply((await lifecycle.read(context, mediaEntity, id)) as Media), existed: 0 as const };
}
