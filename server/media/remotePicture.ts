import { join } from 'node:path';
import { CallError, InvalidInput } from '../core/errors.ts';
import { openSemaphore } from '../core/semaphore.ts';
import { isDiskFull } from '../database/outage.ts';
import type { AppServices, Caller, Presence, Received, SideEffects } from '../engine/callContext.ts';
import { plainName, toDisk } from './files.ts';
import { isWebAddress, openRemote } from './remote/openRemote.ts';
import { clearOwnFolder } from './sweep.ts';
import { largestUpload } from './uploadLimits.ts';
import { makeWorkFolder } from './workFolder.ts';

const acquire = openSemaphore({ maxPerOwner: 5, maxTotal: 15 }, () => new CallError('uploads_many', { seconds: 5 }));
/** For the whole download: half the time that the caller waits. The rest is for decoding. */
const timeoutMs = 30_000;

/** @throws CallError `uploads_many`, `remote_unreachable`, `file_large`, `disk_full`; InvalidInput at `url` */
export async function withRemote<T>(
  context: Caller & AppServices & Presence & SideEffects,
  address: string,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const { database, settings, admin } = context;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isWebAddress(url)) throw new InvalidInput({ url: { key: 'remote_address' } }, 'remote_address');
  const release = acquire(admin?.id ?? 0);
  try {
    const folder = await makeWorkFolder(settings.dataDir);
    try {
      return await work({ ...(await receive(context, url, folder)), name: nameOf(url), folder });
    } finally {
      await clearOwnFolder(database, settings.dataDir, folder, (error) =>
        context.warn('uploads', `a picture that was cut off is cleared later: ${error}`),
      );
    }
  } finally {
    release();
  }
}

async function receive(context: Caller & AppServices & Presence, url: URL, folder: string) {
  const max = await largestUpload(context.db);
  try {
    const received = await toDisk(bodyOf(context, url, max), join(folder, 'sent'));
    if (received.size === 0) throw unreachable();
    return received;
  } catch (error) {
    if (isDiskFull(error)) throw new CallError('disk_full');
    throw error;
  }
}

const unreachable = () => new CallError('remote_unreachable');

/** The body in chunks. It ends with an error if it is too large; any other failure becomes one and the same refusal. */
async function* bodyOf({ outside, isGone }: AppServices & Presence, url: URL, max: number): AsyncGenerator<Buffer> {
  const tooLarge = () => new CallError('file_large', { limit: Math.floor(max / 2 ** 20) });
  let size = 0;
  try {
    const reply = await openRemote(url, outside, AbortSignal.timeout(timeoutMs));
    try {
      const { 'content-encoding': coded = 'identity', 'content-length': length = '0' } = reply.headers;
      if (coded !== 'identity') throw unreachable();
      if (Number(length) > max) throw tooLarge();
      for await (const chunk of reply as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > max) throw tooLarge();
        if (isGone()) throw unreachable();
        yield chunk;
      }
    } finally {
      reply.destroy();
    }
  } catch (error) {
    throw error instanceof CallError ? error : unreachable();
  }
}

function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').pop() ?? '';
  try {
    return plainName(decodeURIComponent(last));
  } catch {
    return plainName(last); // the name is not UTF-8
  }
}
