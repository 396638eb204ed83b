import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { StartError } from '../core/errors.ts';

export interface Entry {
  path: string;
  size: number;
  isFile: boolean;
  content: AsyncIterable<Buffer>;
  skip(): void;
}

/**
 * Bytes that may stand between the contents of two entries: a chunk that is read (`highWaterMark`), and the headers of
 * a long name, with room for twice as much. tar-stream copies what a header for all entries holds for each of them,
 * without a limit.
 */
const maxBetween = 64 * 1024;
/** A header of one entry may tell so much of it: its name, its size, and what programs that repack a tar file add. */
const maxAttributes = 20;

/** Yields the entries of a tar file in their order. @throws StartError, or tar-stream's error if the file is damaged */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const tar = extract();
  let contentEnd = 0;
  async function* bounded(file: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of file) {
      yield chunk; // the next one is asked for when the entries of this one are read
      bytes += chunk.length;
      if (bytes - contentEnd > maxBetween) throw new StartError('Its headers are too long.');
    }
  }
  const read = pipeline(createReadStream(path, { highWaterMark: 16 * 1024 }), bounded, tar);
  read.catch(() => {}); // the loop below ends with the same error
  for await (const entry of tar) {
    const { name, size = 0, type, pax, byteOffset } = entry.header as typeof entry.header & Placed;
    contentEnd = byteOffset + size;
    if (Object.keys(pax ?? {}).length > maxAttributes) throw new StartError('Its headers are too long.');
    const content = withReason(entry as unknown as AsyncIterable<Buffer>, read);
    yield { path: name, size, isFile: type === 'file', content, skip: () => entry.resume() };
    entry.resume();
  }
  await read;
}

/** tar-stream's types lack these: where an entry's content begins, and what a header for this entry alone says. */
interface Placed {
  byteOffset: number;
  pax?: Record<string, string> | null;
}

/** If the file ends within an entry, the entry may say only that it was destroyed; `read` fails with the reason. */
async function* withReason(content: AsyncIterable<Buffer>, read: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    await read;
    throw error;
  }
}
