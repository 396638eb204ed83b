import { Readable } from 'node:stream';
import { constants, createZstdDecompress } from 'node:zlib';

/** A frame may ask for a window of gigabytes. Ours need 2 MB. */
const params = { [constants.ZSTD_d_windowLogMax]: 23 };
const newline = 10;

/**
 * The lines that are not empty of a compressed part, one at a time.
 * @param max bytes of all lines together
 * @throws Error if it cannot be decompressed, or is larger
 */
export async function* linesOf(compressed: Buffer, max: number): AsyncGenerator<string> {
  let size = 0;
  let pieces: Buffer[] = [];
  const decompressed = Readable.from([compressed]).pipe(createZstdDecompress({ params }));
  for await (const chunk of decompressed as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) throw new Error(`larger than ${max} bytes`);
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      if (to > from) pieces.push(chunk.subarray(from, to));
      if (pieces.length > 0) yield Buffer.concat(pieces).toString();
      pieces = [];
      from = to + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString();
}
