import { bucketItems } from '../../../contract/configItems.ts';
import { patterns } from '../../../contract/formats.ts';
import { configValues, openConfigSecret } from '../../config/config.ts';
import { CallError } from '../../core/errors.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Db } from '../../database/tables.ts';

/** A bucket of Tencent Cloud COS with the account that the server works on it with. */
export interface Bucket {
  /** With the account's number at its end. */
  name: string;
  region: string;
  host: string;
  /** Where visitors get its files from: scheme and host. */
  origin: string;
  secretId: string;
  secretKey: string;
}

/** The bucket of the configuration. @throws CallError `cos_off` where an item of it is empty or cannot be opened */
export async function configuredBucket(db: Db, secrets: Secrets): Promise<Bucket> {
  const { cos_domain, ...values } = await configValues(db, [...bucketItems, 'cos_domain']);
  const secretKey = openConfigSecret(secrets, values.cos_secret_key);
  if (!secretKey || bucketItems.some((name) => values[name] === '')) throw new CallError('cos_off');
  const { cos_secret_id: secretId, cos_bucket: name, cos_region: region } = values;
  const host = hostOf(name, region);
  return { name, region, host, secretId, secretKey, origin: originOf(cos_domain || host) };
}

const hostOf = (name: string, region: string) => `${name}.cos.${region}.myqcloud.com`;
const originOf = (domain: string) => (/^https?:/.test(domain) ? domain : `https://${domain}`).replace(/\/$/, '');

/** Where browsers send files to; undefined where no bucket is set. */
export async function bucketOrigin(db: Db): Promise<string | undefined> {
  const { cos_bucket, cos_region } = await configValues(db, ['cos_bucket', 'cos_region']);
  const isBucket = new RegExp(patterns.bucket).test(cos_bucket) && new RegExp(patterns.region).test(cos_region);
  return isBucket ? `https://${hostOf(cos_bucket, cos_region)}` : undefined;
}
