import sharp from 'sharp';

export type SharpLibrary = typeof sharp;

const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile'];

/** It reads these types alone, whatever it could, and in one thread: each would hold lines of its own. */
export function loadSharp(): SharpLibrary {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
}
