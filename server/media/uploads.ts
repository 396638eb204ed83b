import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../database/tables.ts';
import type { Received } from '../engine/callContext.ts';
import { receive } from './receive.ts';
import { clearOwnFolder } from './sweep.ts';
import { largestUpload } from './uploadLimits.ts';
import { makeWorkFolder } from './workFolder.ts';

/** Simultaneous uploads of one administrator, and of all in one process. */
const most = { each: 15, all: 20 };
const idleMs = 30_000; // docs/contract.md, "Requests and replies"

/** Receives a file and passes it to `work`. Afterwards only files that were placed remain. */
export type TakeUpload = <T>(
  request: FastifyRequest,
  work: (fields: Record<string, unknown>, received: Received) => Promise<T>,
) => Promise<T>;

export function openUploads(database: Database, { dataDir }: Settings): TakeUpload {
  /** The administrators of the running uploads. */
  const running: number[] = [];
  return async (request, work) => {
    const id = request.admin?.id ?? 0;
    if (running.length >= most.all || running.filter((each) => each === id).length >= most.each)
      throw new CallError('uploads_many', { seconds: 5 });
    running.push(id);
    request.socket.setTimeout(idleMs);
    try {
      const folder = await makeWorkFolder(dataDir);
      try {
        const { fields, received } = await receive(request, folder, await largestUpload(database.db));
        request.socket.setTimeout(0); // no data is sent while the file is processed
        return await work(fields, received);
      } finally {
        await clearOwnFolder(database, dataDir, folder, (err) =>
          request.log.error({ event: 'uploads', err }, 'an upload that was cut off is cleared later'),
        );
      }
    } finally {
      running.splice(running.indexOf(id), 1);
    }
  };
}
