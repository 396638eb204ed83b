import { availableParallelism } from 'node:os';

export type SharpLibrary = typeof import('sharp').default;

const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile'];
let loading: Promise<SharpLibrary> | undefined;

/** Loaded on first use: reading needs none of its 20 MB. It reads these types alone, whatever it could. */
async function load(): Promise<SharpLibrary> {
  // What has to be turned is held on the disk from this size on.
  process.env.VIPS_DISC_THRESHOLD ??= '48m';
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(Math.min(2, availableParallelism()));
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
}

let last: Promise<unknown> = Promise.resolve();

/** Works on one picture after the other, so that their memory does not add up. */
export function withSharp<T>(work: (sharp: SharpLibrary) => Promise<T>): Promise<T> {
  const done = last.then(async () => {
    loading ??= load();
    return work(await loading);
  });
  last = done.catch(() => {}); // who waits for it hears of it
  return done;
}
