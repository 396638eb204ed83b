import { bucketItems } from '../../../contract/configItems.ts';
import { patterns } from '../../../contract/formats.ts';
import { configValues, openConfigSecret } from '../../config/config.ts';
import { CallError } from '../../core/errors.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Db } from '../../database/tables.ts';

/** A bucket of Tencent Cloud COS with the account that the server uses for it. */
export interface Bucket {
  /** The bucket's name, which ends with the account's number. */
  name: string;
  region: string;
  host: string;
  /** Scheme and host from which visitors load its files. */
  origin: string;
  secretId: string;
  secretKey: string;
}

/** The configured bucket. @throws CallError `cos_off` if one of its items is empty or cannot be decrypted */
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

/** The origin to which browsers upload; undefined if no bucket is configured. */
export async function bucketOrigin(db: Db): Promise<string | undefined> {
  const { cos_bucket, cos_region } = await configValues(db, ['cos_bucket', 'cos_region']);
  const isBucket = new RegExp(patterns.bucket).test(cos_bucket) && new RegExp(patterns.region).test(cos_region);
  return isBucket ? `https://${hostOf(cos_bucket, cos_region)}` : undefined;
}
