import type { CredentialData } from 'qcloud-cos-sts';
import { bucketItems } from '../../../contract/configItems.ts';
import { patterns } from '../../../contract/formats.ts';
import { configValues, openConfigSecret } from '../../config/config.ts';
import { CallError } from '../../core/errors.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Db } from '../../database/tables.ts';

export interface Bucket {
  /** The bucket's name, which ends with the account's number. */
  name: string;
  region: string;
  host: string;
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

export async function bucketOrigin(db: Db): Promise<string | undefined> {
  const { cos_bucket, cos_region } = await configValues(db, ['cos_bucket', 'cos_region']);
  const isBucket = new RegExp(patterns.bucket).test(cos_bucket) && new RegExp(patterns.region).test(cos_region);
  return isBucket ? `https://${hostOf(cos_bucket, cos_region)}` : undefined;
}

const seconds = 900; // docs/contract.md, "Limits"
const timeoutMs = 5000; // a client waits for 6 seconds

/** The actions that an upload needs, whole or in parts, and no others: no reading, listing or deleting of objects. */
const actions = [
  ...['PutObject', 'InitiateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'],
  // To resume an upload in parts, and to cancel it.
  ...['ListMultipartUploads', 'ListParts', 'AbortMultipartUpload'],
].map((action) => `name/cos:${action}`);

/** @throws CallError `cos_refused` with Tencent Cloud's error code, `cos_unreachable`; both include the bucket */
export async function temporaryCredentials(
  { name, region, secretId, secretKey }: Bucket,
  prefix: string,
): Promise<CredentialData> {
  const account = name.slice(name.lastIndexOf('-') + 1);
  const resource = [`qcs::cos:${region}:uid/${account}:${name}/${prefix}*`];
  const policy = { version: '2.0', statement: [{ effect: 'allow', action: actions, resource }] };
  // Loaded on first use, because most sites have no bucket.
  const { default: sts } = await import('qcloud-cos-sts');
  const credentials = sts.getCredential({ secretId, secretKey, region, durationSeconds: seconds, policy });
  const unreachable = () => new CallError('cos_unreachable', {}, { bucket: name });
  // Its errors contain the request with the secrets, so only their code is passed on.
  const reply = credentials.catch((error: { Code?: unknown }) => {
    throw typeof error?.Code === 'string'
      ? new CallError('cos_refused', { why: error.Code }, { bucket: name })
      : unreachable();
  });
  return await within(reply, unreachable);
}

async function within<T>(work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
  }
}
