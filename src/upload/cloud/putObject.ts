import type COS from 'cos-js-sdk-v5';
import { CallFailure } from '../../../dataProvider/failure.ts';
import type { UploadOptions } from '../transport.ts';
import { clientFor, slice } from './cosClient.ts';
import type { Grant } from './grant.ts';

const idleMs = 30_000; // docs/contract.md, "Requests and replies"
/** Putting the slices of a large file together takes the cloud longer. */
const finishingMs = 120_000;

interface Put {
  Bucket: string;
  Region: string;
  Key: string;
  Body: Blob;
  ContentType: string;
}

/**
 * Puts a file into the bucket, a large one in slices; each is tried again, and those that are there already, also from
 * before a reload, are not sent again. What is given up leaves nothing.
 * @returns its address, without a scheme
 * @throws CallFailure; what `signal` was aborted with
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
      // What stays there although this fails, the bucket's own rule for slices clears away (docs/cloud-storage.md).
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
        ...{ Bucket, Region, Key, Body, ContentType },
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

const said: Record<string, string> = {
  NoSuchBucket: 'upload.cloud.noBucket',
  AccessDenied: 'upload.cloud.denied',
  InvalidAccessKeyId: 'upload.cloud.denied',
  SignatureDoesNotMatch: 'upload.cloud.denied',
};

/** What the client reports, which is a text where a header is hidden from it. */
function failureOf(error: NonNullable<COS.CosError> | string, isBlocked: boolean): CallFailure {
  if (isBlocked) return new CallFailure('refused', 'upload.cloud.blocked', 0);
  if (typeof error === 'string') return new CallFailure('refused', 'upload.cloud.etag', 0);
  const status = Number(error.statusCode ?? 0);
  if (status === 0) return new CallFailure('network', 'upload.cloud.unreachable', 0);
  if (status >= 500) return new CallFailure('server', 'upload.cloud.failed', status);
  return new CallFailure('refused', said[error.code ?? ''] ?? 'upload.cloud.refused', status);
}
