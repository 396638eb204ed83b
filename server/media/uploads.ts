import { join } from 'node:path';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { assertNotCutOff } from '../core/assertNotCutOff.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { openSemaphore } from '../core/semaphore.ts';
import type { Settings } from '../core/settings.ts';
import { isDiskFull } from '../database/outage.ts';
import type { Database } from '../database/tables.ts';
import type { Received, Upload } from '../engine/callContext.ts';
import { plainName, toDisk } from './files.ts';
import { clearOwnFolder } from './sweep.ts';
import { largestUpload } from './uploadLimits.ts';
import { makeWorkFolder } from './workFolder.ts';

const idleMs = 30_000; // docs/contract.md, "Requests and replies"

/** Bytes a second, over each 30 s. Any line in use is faster; without it a file might arrive for ever. */
const slowestRate = 1024;

/**
 * Receives a file and passes it to `work`. Afterwards only files that were placed remain.
 * @param admitAgain throws a CallError once the caller may not send it any more: each 30 s, and when the file is there
 */
export type TakeUpload = <T>(
  request: FastifyRequest,
  admitAgain: () => Promise<void>,
  work: (fields: Record<string, unknown>, received: Received) => Promise<T>,
) => Promise<T>;

export function openUploads(database: Database, { dataDir }: Settings): TakeUpload {
  const acquire = openSemaphore({ maxPerOwner: 15, maxTotal: 40 }, () => new CallError('uploads_many', { seconds: 5 }));
  return async (request, admitAgain, work) => {
    const release = acquire(request.admin?.id ?? 0);
    try {
      request.socket.setTimeout(idleMs);
      const folder = await makeWorkFolder(dataDir);
      try {
        const max = await largestUpload(database.db);
        const { fields, received } = await whileWatched(request, admitAgain, () => receive(request, folder, max));
        await admitAgain();
        request.socket.setTimeout(0); // no data is sent while the file is processed
        return await work(fields, received);
      } finally {
        await clearOwnFolder(database, dataDir, folder, (err) =>
          request.log.error({ event: 'uploads', err }, 'an upload that was cut off is cleared later'),
        );
      }
    } finally {
      release();
    }
  };
}

/** Closes the connection of an upload that hardly goes on, or whose caller may not send it any more. */
async function whileWatched<T>(
  { socket }: FastifyRequest,
  admitAgain: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const mayGoOn = () =>
    admitAgain().then(
      () => true,
      (error) => !(error instanceof CallError),
    );
  let received = socket.bytesRead;
  const timer = setInterval(async () => {
    const isSlow = socket.bytesRead - received < (slowestRate * idleMs) / 1000;
    received = socket.bytesRead;
    if (isSlow || !(await mayGoOn())) socket.destroy();
  }, idleMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

const limits = { files: 1, fields: 20, parts: 21, fieldSize: 4096, fieldNameSize: 100, headerPairs: 20 };
const maxOfForm = 128 * 1024; // bytes of a form without its file

/** `max` in bytes. @throws CallError `file_large`, `disk_full`; InvalidInput if there is no file, or in another part */
async function receive(
  request: FastifyRequest,
  folder: string,
  max: number,
): Promise<{ fields: Record<string, unknown>; received: Received }> {
  if (!request.isMultipart()) throw new CallError('body_type');
  const tooLarge = () => new CallError('file_large', { limit: Math.floor(max / 2 ** 20) });
  const fields: Record<string, unknown> = {};
  let received: Received | undefined;
  try {
    if (Number(request.headers['content-length'] ?? 0) > max + maxOfForm) throw tooLarge();
    for await (const part of partsOf(request, { ...limits, fileSize: max })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else {
        if (part.fieldname !== 'file') throw new InvalidInput({ [part.fieldname]: { key: 'field_unknown' } });
        received = { ...(await toDisk(part.file, join(folder, 'sent'))), name: plainName(part.filename), folder };
        if (part.file.truncated) throw tooLarge();
      }
    }
    if (!received) throw new InvalidInput({ file: { key: 'field_required' } });
    if (received.size === 0) throw new InvalidInput({ file: { key: 'file_empty' } }, 'file_empty');
  } catch (error) {
    // The rest of the body is read and dropped for a while (plugins/bodies.ts), because a client reads no reply
    // while it sends.
    request.raw.unpipe();
    request.raw.resume();
    if (isDiskFull(error)) throw new CallError('disk_full');
    throw refusalOfForm(error, request);
  }
  return { fields, received };
}

type PartsOptions = Parameters<FastifyRequest['parts']>[0];

/** @throws CallError `body_unreadable` for a request that was cut off */
function partsOf(request: FastifyRequest, limits: NonNullable<PartsOptions>['limits']): AsyncIterable<Multipart> {
  assertNotCutOff(request.raw);
  return request.parts({ limits });
}

/** Into memory. @param max the largest file in bytes; a larger one is refused with 413 */
export async function readUpload(
  request: FastifyRequest,
  max: number,
): Promise<{ body: Record<string, unknown>; upload: Upload | undefined }> {
  if (!request.isMultipart()) throw new CallError('body_type');
  const body: Record<string, unknown> = {};
  let upload: Upload | undefined;
  const limits = { fileSize: max, files: 1, fields: 50, fieldSize: 64 * 1024 };
  try {
    for await (const part of partsOf(request, limits)) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else {
        const pieces: Buffer[] = [];
        for await (const piece of part.file as AsyncIterable<Buffer>) {
          request.holdPiece(piece);
          pieces.push(piece);
        }
        if (part.file.truncated) throw new CallError('body_too_large');
        upload = { name: part.filename.slice(-200), data: Buffer.concat(pieces) };
      }
    }
  } catch (error) {
    throw refusalOfForm(error, request);
  }
  return { body, upload };
}

/** A disconnected client's error has the code of a broken database connection, so the request is checked too. */
function refusalOfForm(error: unknown, { raw }: FastifyRequest): unknown {
  const isCut = raw.errored !== null || (raw.destroyed && !raw.complete);
  if (error instanceof CallError || ('code' in (error as Error) && !isCut)) return error;
  return new CallError('body_unreadable');
}
