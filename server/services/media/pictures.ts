import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Sharp, SharpOptions } from 'sharp';
import { CallError } from '../../errors.ts';

/** Frames counted; a picture of a camera with 48 megapixels passes. */
const mostPixels = 50_000_000;
const thumbWidths = [320, 1280];
const longestSeconds = 20;

/** A picture made ready to be served, and its smaller forms. */
export interface Picture {
  path: string;
  width: number;
  height: number;
  size: number;
  thumbs: { path: string; width: number; height: number }[];
}

const encoders: Record<string, (image: Sharp, isPalette: boolean) => Sharp> = {
  jpg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 88 }),
  png: (image, palette) => image.png({ compressionLevel: 8, palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
  avif: (image) => image.avif({ quality: 60, effort: 3 }),
};
const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile'];

type Library = typeof import('sharp').default;
let loading: Promise<Library> | undefined;

/** Loaded on first use: reading needs none of its 20 MB. */
async function load(): Promise<Library> {
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

/** One picture after the other, so that their memory does not add up. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {}); // who waits for it hears of it
  return done;
}

/**
 * Encodes a picture anew: upright, without EXIF, GPS or anything behind its end, and smaller as WebP.
 * @param ext the type that it will have
 * @param to the folder that the files are made in
 * @throws CallError `picture_unreadable` or `picture_large`
 */
export function makePicture(path: string, ext: string, to: string): Promise<Picture> {
  return inTurn(async () => {
    loading ??= load();
    const sharp = await loading;
    const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error' };
    try {
      const {
        width,
        height,
        pages = 1,
        format,
        isPalette,
      } = await sharp(path, {
        ...options,
        limitInputPixels: false,
      }).metadata();
      if (width * height * pages > mostPixels) throw new CallError('picture_large', { most: mostPixels / 1_000_000 });
      const animated = pages > 1 && ['gif', 'webp'].includes(format) && ['gif', 'webp'].includes(ext);
      const encode = encoders[ext];
      if (!encode) throw new Error(`no picture is made a ${ext}`);
      const main = join(to, `main.${ext}`);
      const image = sharp(path, { ...options, animated })
        .autoOrient()
        .timeout({ seconds: longestSeconds });
      const made = await encode(image, isPalette).toFile(main);
      const thumbs = [];
      for (const wide of thumbWidths.filter((each) => each < made.width)) {
        const small = join(to, `${wide}.webp`);
        const info = await sharp(path, options)
          .autoOrient()
          // A very long picture has no thumbnail of its whole length.
          .resize({ width: wide, height: wide * 4, fit: 'inside', withoutEnlargement: true })
          .timeout({ seconds: longestSeconds })
          .webp({ quality: 78 })
          .toFile(small);
        thumbs.push({ path: small, width: info.width, height: info.height });
      }
      return { path: main, width: made.width, height: made.pageHeight ?? made.height, size: made.size, thumbs };
    } catch (error) {
      if (error instanceof CallError || isDiskFull(error)) throw error;
      throw new CallError('picture_unreadable');
    }
  });
}

export const isDiskFull = (error: unknown) => /ENOSPC|no space left/i.test(String((error as Error).message));
