import { type Handlers, withPreparation } from '../engine/callContext.ts';
import { configuredBucket } from './cloud/bucket.ts';
import { temporaryCredentials } from './cloud/credentials.ts';
import { checkObject, prefixOf, recordObject } from './registerObject.ts';
import { allTakenTypes, largestUpload } from './uploadLimits.ts';

export const cloudHandlers = {
  'base.Config/getCos': async ({ db, secrets, admin }) => {
    const bucket = await configuredBucket(db, secrets);
    const prefix = prefixOf(secrets, admin?.id ?? 0);
    const { credentials, startTime, expiredTime } = await temporaryCredentials(bucket, prefix);
    return {
      SecretId: credentials.tmpSecretId,
      SecretKey: credentials.tmpSecretKey,
      XCosSecurityToken: credentials.sessionToken,
      ...{ StartTime: startTime, ExpiredTime: expiredTime },
      ...{ Bucket: bucket.name, Region: bucket.region, prefix },
      ...{ max_size: await largestUpload(db), types: (await allTakenTypes(db)).join(',') },
    };
  },

  'base.Media/register': withPreparation(checkObject, recordObject),
} satisfies Partial<Handlers>;
