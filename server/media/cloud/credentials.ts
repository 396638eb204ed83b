import type { CredentialData } from 'qcloud-cos-sts';
import { CallError } from '../../core/errors.ts';
import type { Bucket } from './bucket.ts';

const seconds = 900; // docs/contract.md, "Limits"
const timeoutMs = 5000; // a client waits for 6 seconds

/** What an upload needs, in one piece or in slices, and no more: nothing is read, listed or deleted. */
const actions = [
  ...['PutObject', 'InitiateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'],
  // To go on with slices, and to give up.
  ...['ListMultipartUploads', 'ListParts', 'AbortMultipartUpload'],
].map((action) => `name/cos:${action}`);

/**
 * Temporary credentials that put objects under a prefix, for 900 seconds.
 * @throws CallError `cos_refused` with the code that Tencent Cloud gave, `cos_unreachable`; both tell the bucket, so that
 * a client knows that there is one
 */
export async function temporaryCredentials(
  { name, region, secretId, secretKey }: Bucket,
  prefix: string,
): Promise<CredentialData> {
  const account = name.slice(name.lastIndexOf('-') + 1);
  const resource = [`qcs::cos:${region}:uid/${account}:${name}/${prefix}*`];
  const policy = { version: '2.0', statement: [{ effect: 'allow', action: actions, resource }] };
  // Loaded on first use: most sites have no bucket.
  const { default: sts } = await import('qcloud-cos-sts');
  const asked = sts.getCredential({ secretId, secretKey, region, durationSeconds: seconds, policy });
  const unreachable = () => new CallError('cos_unreachable', {}, { bucket: name });
  // Its errors hold the request; their code says enough.
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
