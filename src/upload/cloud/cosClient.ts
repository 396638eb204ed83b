import COS from 'cos-js-sdk-v5';
import { type Grant, grantOf } from './grant.ts';

/** In bytes. Larger files are sent in slices of this size. */
export const slice = 4 * 2 ** 20;

let client: { cos: COS; takeFailure: () => unknown } | undefined;
let clientOf = '';

/** One client for all files of a grant, because the client has the queue and the credentials. */
export function clientFor({ bucket, prefix, secretId, secretKey, temporary }: Grant) {
  const of = [bucket, prefix, temporary ? '' : secretId].join(' ');
  if (client && clientOf === of) return client;
  let failure: unknown;
  const renew: COS.COSOptions['getAuthorization'] = (_options, callback) => {
    grantOf().then(
      (grant) => callback(credentialsOf(grant)),
      (error) => {
        failure = error;
        callback(credentialsOf(undefined)); // the client refuses that
      },
    );
  };
  const cos = new COS({
    ...(temporary ? { getAuthorization: renew } : { SecretId: secretId, SecretKey: secretKey }),
    Protocol: 'https:',
    ChunkSize: slice,
    SliceSize: slice,
    ChunkRetryTimes: 3,
    ProgressInterval: 200,
    // The page's policy allows only the bucket's own host.
    AutoSwitchHost: false,
  });
  /** Why there were no credentials; cleared by reading it. */
  const takeFailure = () => {
    const taken = failure;
    failure = undefined;
    return taken;
  };
  client = { cos, takeFailure };
  clientOf = of;
  return client;
}

const credentialsOf = (grant: Grant | undefined) => ({
  TmpSecretId: grant?.secretId ?? '',
  TmpSecretKey: grant?.secretKey ?? '',
  SecurityToken: grant?.temporary?.token ?? '',
  ScopeLimit: false,
  StartTime: grant?.temporary?.from ?? 0,
  ExpiredTime: grant?.temporary?.to ?? 0,
});
