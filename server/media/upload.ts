import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/errors.ts';
import type { Upload } from '../engine/callContext.ts';

/**
 * Reads a form with a file in its part `file` into memory.
 * @param max the largest file in bytes; a larger one is refused with 413
 */
export async function readUpload(
  request: FastifyRequest,
  max: number,
): Promise<{ body: Record<string, unknown>; upload: Upload | undefined }> {
  if (!request.isMultipart()) throw new CallError('body_type');
  const body: Record<string, unknown> = {};
  let upload: Upload | undefined;
  const limits = { fileSize: max, files: 1, fields: 50, fieldSize: 64 * 1024 };
  try {
    for await (const part of request.parts({ limits })) {
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

/**
 * The refusal for a form parser's error: without a code the form is malformed. If the client disconnected, the error has
 * the same code as a broken database connection, so the request is checked too.
 */
export function refusalOfForm(error: unknown, { raw }: FastifyRequest): unknown {
  const isCut = raw.errored !== null || (raw.destroyed && !raw.complete);
  if (error instanceof CallError || ('code' in (error as Error) && !isCut)) return error;
  return new CallError('body_unreadable');
}
