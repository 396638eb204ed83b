import { media as mediaEntity } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { rightsOf } from '../auth/rights.ts';
import { CallError } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import {
  type Handlers,
  type Received,
  type ReceivedFiles,
  type SignedIn,
  withPreparation,
} from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { inTreeOrder } from '../engine/tree.ts';
import { runEachInSavepoint } from '../engine/write/runEachInSavepoint.ts';
import { changePicture } from './changePicture.ts';
import { configuredBucket, temporaryCredentials } from './cloud/bucket.ts';
import { checkObject, prefixOf, recordObject } from './registerObject.ts';
import { withRemote } from './remotePicture.ts';
import { replaceContent } from './replace.ts';
import { type StoreContext, storeUpload } from './store.ts';
import { allTakenTypes, largestUpload, type Taken } from './uploadLimits.ts';
import { countUses, usesOf } from './usage.ts';

const stemOfRecord = async (db: Db, id: number) =>
  (await db.selectFrom('media').select('stem').where('id', '=', id).executeTakeFirstOrThrow()).stem;

const keeping = (taken: Taken) => (context: StoreContext & ReceivedFiles, params: Parameters<typeof storeUpload>[3]) =>
  storeUpload(context, context.received as Received, taken, params);

export const mediaHandlers = {
  'base.Media/folders': async (context) => {
    const { db } = context;
    const counts = await db
      .selectFrom('media')
      .select((select) => ['folder_id', select.fn.countAll<number>().as('n')])
      .where('deleted_at', 'is', null)
      .where('folder_id', 'is not', null)
      .groupBy('folder_id')
      .execute();
    const totals = new Map(counts.map(({ folder_id, n }) => [Number(folder_id), Number(n)]));
    const folders = inTreeOrder(await lifecycle.readAll(context, mediaFolder));
    return folders.map((folder) => ({ ...folder, total: totals.get(folder.id) ?? 0 }));
  },

  'base.Media/deleteFolder': async (context, { id }: { id: number }) => {
    // Files in the recycle bin leave the folder too; they are restored outside of all folders.
    await context.db
      .updateTable('media')
      .set({ folder_id: null })
      .where('folder_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    await lifecycle.remove(context, mediaFolder, id);
  },

  'base.Media/delete': async (context, { id, confirmed }: { id: number; confirmed?: number }) => {
    const { db, admin } = context;
    await lifecycle.lock(context, mediaEntity, id);
    const stem = await stemOfRecord(db, id);
    const holds = await countUses(db, stem);
    const n = Object.values(holds).reduce((sum, each) => sum + each, 0);
    if (n > 0 && !confirmed) {
      const { data: uses } = await usesOf(context, stem, await rightsOf(db, admin as SignedIn), { page: 1, limit: 20 });
      throw new CallError('media_used', { n }, { holds, uses });
    }
    await lifecycle.remove(context, mediaEntity, id);
  },

  'base.Media/replace': (context, params) => replaceContent(context, context.received as Received, params),

  'base.Media/fetch': (context, { url, ...about }) =>
    withRemote(context, url, (received) => storeUpload(context, received, 'image', { ...about, from: url })),

  'base.Media/change': (context, change) => changePicture(context, change),

  'base.Media/usage': async (context, { id, page, limit }) => {
    const { db, admin } = context;
    if (!(await lifecycle.read(context, mediaEntity, id))) throw new CallError('not_found');
    const rights = await rightsOf(db, admin as SignedIn);
    return usesOf(context, await stemOfRecord(db, id), rights, { page: page ?? 1, limit: limit ?? 20 });
  },

  'base.Media/move': async (context, { ids, folder_id }) => {
    const outcome = await runEachInSavepoint(context, mediaEntity, [...new Set(ids)], (inside, id) =>
      // The move has a rule of its own: it needs no right to edit files.
      lifecycle.update({ ...inside, isRightAsked: true }, mediaEntity, id, { folder_id: folder_id ?? null }),
    );
    return { ...outcome, batch: context.batch ?? '' };
  },

  'base.upload/fileUpload': keeping('image'),
  'base.upload/videoUpload': keeping('video'),
  'base.upload/documentUpload': keeping('file'),

  'base.Config/getCos': async ({ db, secrets, admin }) => {
    const bucket = await configuredBucket(db, secrets);
    const prefix = prefixOf(secrets, admin as SignedIn);
    const { credentials, startTime, expiredTime } = await temporaryCredentials(bucket, prefix);
    return {
      SecretId: credentials.tmpSecretId,
      SecretKey: credentials.tmpSecretKey,
      XCosSecurityToken: credentials.sessionToken,
      StartTime: startTime,
      ExpiredTime: expiredTime,
      Bucket: bucket.name,
      Region: bucket.region,
      prefix,
      max_size: await largestUpload(db),
      types: (await allTakenTypes(db)).join(','),
    };
  },

  'base.Media/register': withPreparation(checkObject, recordObject),
} satisfies Partial<Handlers>;
