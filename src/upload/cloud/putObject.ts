import type COS from 'cos-js-sdk-v5';
import { patterns } from '../../../contract/formats.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import type { UploadOptions } from '../transport.ts';
import { clientFor, slice } from './cosClient.ts';
import type { Grant } from './grant.ts';

const idleMs = 30_000; // docs/contract.md, "Requests and replies"
/** The cloud takes longer to join the slices of a large file. */
const finishingMs = 120_000;

type Put = Record<'Bucket' | 'Region' | 'Key' | 'ContentType', string> & { Body: Blob };

/**
 * Slices that are there already, also from before a reload, are not sent again. An aborted upload removes its slices.
 * @returns its address, without a scheme. @throws CallFailure; the signal's reason
 */
export function putObject(grant: Grant, put: Put, { signal, onProgress, onPausable }: UploadOptions): Promise<string> {
  const { cos, takeFailure } = clientFor(grant);
  const { Bucket, Region, Key, Body, ContentType } = put;
  const ends = new AbortController();
  const sending = new Promise<string>((resolve, reject) => {
    let task = '';
    let idle: ReturnType<typeof setTimeout> | undefined;
    let isBlocked = false;
    const late = () => {
      cos.pauseTask(task);
      reject(new CallFailure('timeout', 'upload.cloud.late', 0));
    };
    const wait = (ms = idleMs) => {
      clearTimeout(idle);
      idle = setTimeout(late, ms);
    };
    const giveUp = () => {
      cos.cancelTask(task);
      // If this fails, the bucket's own rule removes the slices (docs/cloud-storage.md).
      if (Body.size > slice) cos.abortUploadTask({ Bucket, Region, Key, Level: 'file' }, () => undefined);
      reject(signal.reason);
    };
    const blocked = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      isBlocked ||= blockedURI.includes(Bucket);
    };
    const control = {
      pause: () => {
        clearTimeout(idle);
        cos.pauseTask(task);
      },
      resume: () => {
        wait();
        cos.restartTask(task);
      },
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', giveUp, { signal: ends.signal });
    document.addEventListener('securitypolicyviolation', blocked, { signal: ends.signal });
    ends.signal.addEventListener('abort', () => clearTimeout(idle));
    wait();
    cos.uploadFile(
      {
        Bucket,
        Region,
        Key,
        Body,
        ContentType,
        onTaskReady: (id) => {
          task = id;
          onPausable(control);
        },
        onHashProgress: () => wait(),
        onProgress: ({ loaded, total }) => {
          wait(loaded === total ? finishingMs : idleMs);
          onProgress(loaded, total);
        },
      },
      (error, data) => {
        if (error) reject(takeFailure() ?? failureOf(error, isBlocked));
        else resolve(data.Location);
      },
    );
  });
  return sending.finally(() => ends.abort());
}

const messages: Record<string, string> = {
  NoSuchBucket: 'upload.cloud.noBucket',
  AccessDenied: 'upload.cloud.denied',
  InvalidAccessKeyId: 'upload.cloud.denied',
  SignatureDoesNotMatch: 'upload.cloud.denied',
};

/** @param error a text, if CORS hides a header from the client */
function failureOf(error: NonNullable<COS.CosError> | string, isBlocked: boolean): CallFailure {
  if (isBlocked) return new CallFailure('refused', 'upload.cloud.blocked', 0);
  if (typeof error === 'string') return new CallFailure('refused', 'upload.cloud.etag', 0);
  const status = Number(error.statusCode ?? 0);
  if (status === 0) return new CallFailure('network', 'upload.cloud.unreachable', 0);
  if (status >= 500) return new CallFailure('server', 'upload.cloud.failed', status);
  return new CallFailure('refused', messages[error.code ?? ''] ?? 'upload.cloud.refused', status);
}

type Unchecked = Pick<Put, 'Bucket' | 'Region' | 'Key'> & { Body: unknown };

const isBucket = new RegExp(patterns.bucket);
const isRegion = new RegExp(patterns.region);

/** Removes a slash at the beginning of the key. @throws CallFailure with the first rule that is broken */
export function checkPut<P extends Unchecked>(put: P): P {
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
