import sharp from 'sharp';

export type SharpLibrary = typeof sharp;

const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile'];

/** Sharp with only these types enabled and one thread, because each thread would buffer lines of its own. */
export function loadSharp(): SharpLibrary {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
}
