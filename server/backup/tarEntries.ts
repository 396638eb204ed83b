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
 * Bytes between the contents of two entries: one that is read (`highWaterMark`), and headers of a long name, twice what they take.
 * tar-stream copies what a header for all entries holds for each of them, without a limit.
 */
const maxBetween = 64 * 1024;
/** What is said of one entry in a header of its own: its name, its size, and what programs that pack a tar file anew add. */
const maxAttributes = 20;

/** The entries of a tar file, one after the other. @throws StartError, or what tar-stream says of a damaged one */
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

/** What tar-stream's types leave out: where an entry's content begins, and what a header of its own says. */
interface Placed {
  byteOffset: number;
  pax?: Record<string, string> | null;
}

/** Of a file that ends within an entry, the entry may say only that it was destroyed; `read` fails with the reason. */
async function* withReason(content: AsyncIterable<Buffer>, read: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    await read;
    throw error;
  }
}
