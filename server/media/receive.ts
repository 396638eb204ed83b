import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { CallError, InvalidInput } from '../core/errors.ts';
import { isDiskFull } from '../database/outage.ts';
import type { Received } from '../engine/callContext.ts';
import { plainName } from './plainName.ts';
import { toDisk } from './toDisk.ts';
import { refusalOfForm } from './upload.ts';

const limits = { files: 1, fields: 20, parts: 21, fieldSize: 4096, fieldNameSize: 100, headerPairs: 20 };
const mostOfForm = 128 * 1024; // bytes of a form without its file

/**
 * Reads a form and writes its part `file` to the disk as it arrives.
 * @param folder an empty folder for this upload alone
 * @param max the largest file in bytes
 * @throws CallError `file_large`, `disk_full`; InvalidInput if there is no file, or it is in another part
 */
export async function receive(
  request: FastifyRequest,
  folder: string,
  max: number,
): Promise<{ fields: Record<string, unknown>; received: Received }> {
  if (!request.isMultipart()) throw new CallError('body_type');
  const tooLarge = () => new CallError('file_large', { limit: Math.floor(max / 2 ** 20) });
  const fields: Record<string, unknown> = {};
  let received: Received | undefined;
  try {
    if (Number(request.headers['content-length'] ?? 0) > max + mostOfForm) throw tooLarge();
    for await (const part of request.parts({ limits: { ...limits, fileSize: max } })) {
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
    // The rest of the body is read and dropped for a while (plugins/bodyTimeout.ts), because a client reads no reply
    // while it sends.
    request.raw.unpipe();
    request.raw.resume();
    if (isDiskFull(error)) throw new CallError('disk_full');
    throw refusalOfForm(error, request);
  }
  return { fields, received };
}
