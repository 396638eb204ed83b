import type { CredentialData } from 'qcloud-cos-sts';
import { CallError } from '../../core/errors.ts';
import type { Bucket } from './bucket.ts';

const seconds = 900; // docs/contract.md, "Limits"
const timeoutMs = 5000; // a client waits for 6 seconds

/** The actions that an upload needs, whole or in parts, and no others: no reading, listing or deleting of objects. */
const actions = [
  ...['PutObject', 'InitiateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'],
  // To resume an upload in parts, and to cancel it.
  ...['ListMultipartUploads', 'ListParts', 'AbortMultipartUpload'],
].map((action) => `name/cos:${action}`);

/**
 * Temporary credentials for uploads under a prefix, valid for 900 seconds.
 * @throws CallError `cos_refused` with Tencent Cloud's error code, `cos_unreachable`. Both include the bucket, so that a
 * client knows that one is configured
 */
export async function temporaryCredentials(
  { name, region, secretId, secretKey }: Bucket,
  prefix: string,
): Promise<CredentialData> {
  const account = name.slice(name.lastIndexOf('-') + 1);
  const resource = [`qcs::cos:${region}:uid/${account}:${name}/${prefix}*`];
  const policy = { version: '2.0', statement: [{ effect: 'allow', action: actions, resource }] };
  // Loaded on first use, because most sites have no bucket.
  const { default: sts } = await import('qcloud-cos-sts');
  const asked = sts.getCredential({ secretId, secretKey, region, durationSeconds: seconds, policy });
  const unreachable = () => new CallError('cos_unreachable', {}, { bucket: name });
  // Its errors contain the request with the secrets, so only their code is passed on.
  const made = asked.catch((error: { Code?: unknown }) => {
    throw typeof error?.Code === 'string'
      ? new CallError('cos_refused', { why: error.Code }, { bucket: name })
      : unreachable();
  });
  return await within(made, unreachable);
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
