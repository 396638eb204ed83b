import { patterns } from '../../../contract/formats.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';

interface Put {
  Bucket: string;
  Region: string;
  Key: string;
  Body: unknown;
}

const isBucket = new RegExp(patterns.bucket);
const isRegion = new RegExp(patterns.region);

/**
 * What goes to a bucket, as docs/contract.md, "Back ends without extensions" wants it: a slash at the beginning of the key is left out.
 * @throws CallFailure with a message for the first rule that is broken
 */
export function checkPut<P extends Put>(put: P): P {
  const Key = put.Key.replace(/^\/+/, '');
  const broken = [
    !put.Bucket && 'bucketRequired',
    !isBucket.test(put.Bucket) && 'bucketForm',
    !put.Region && 'regionRequired',
    !isRegion.test(put.Region) && 'regionForm',
    !Key && 'keyRequired',
    !(put.Body instanceof Blob) && typeof put.Body !== 'string' && 'bodyForm',
  ].find(Boolean);
  if (broken) throw new CallFailure('refused', `upload.cloud.${broken}`, 0);
  return { ...put, Key };
}
