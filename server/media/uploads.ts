import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../database/tables.ts';
import type { Received } from '../engine/callContext.ts';
import { receive } from './receive.ts';
import { clearOwnFolder } from './sweep.ts';
import { largestUpload } from './uploadLimits.ts';
import { makeWorkFolder } from './workFolder.ts';

/** How many uploads one process takes at once, of one administrator and of all. */
const most = { each: 15, all: 20 };
const idleMs = 30_000; // docs/contract.md, "Requests and replies"

/** Receives a file and does something with it; nothing of it is left then but what was placed. */
export type TakeUpload = <T>(
  request: FastifyRequest,
  work: (fields: Record<string, unknown>, received: Received) => Promise<T>,
) => Promise<T>;

export function openUploads(database: Database, { dataDir }: Settings): TakeUpload {
  /** Whose they are that are under way. */
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
        request.socket.setTimeout(0); // nothing goes over the line while it is worked on
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
