import { join } from 'node:path';
import type { Sharp, SharpOptions } from 'sharp';
import { CallError } from '../../errors.ts';
import { mostOfFrame, mostPixels } from './mostPixels.ts';
import { type SharpLibrary, withSharp } from './withSharp.ts';

const thumbWidths = [320, 1280];
const timeout = { seconds: 20 };
const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error' };
const animatable = ['gif', 'webp'];

interface Made {
  path: string;
  width: number;
  height: number;
}

/** A picture as it is seen, and its smaller forms. */
export interface Picture {
  width: number;
  height: number;
  thumbs: Made[];
}

// What JPEG gains by `optimiseCoding` it takes in memory: the whole picture.
const encoders: Record<string, (image: Sharp, isPalette: boolean) => Sharp> = {
  jpg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 88, optimiseCoding: false }),
  png: (image, palette) => image.png({ compressionLevel: 8, palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
  avif: (image) => image.avif({ quality: 60, effort: 3 }),
};

/**
 * Encodes a picture anew: upright, without EXIF, GPS or anything behind its end, and smaller as WebP.
 * @param ext the type that it will have
 * @param to the folder that the files are made in
 * @throws CallError `picture_unreadable` or `picture_large`
 */
export function makePicture(path: string, ext: string, to: string): Promise<Picture & { path: string; size: number }> {
  return withSharp((sharp) =>
    readable(async () => {
      const found = await measured(sharp, path);
      const { pages = 1, format, isPalette } = found;
      refuseLarge(found.width * found.height, mostOfFrame(found, ext));
      const animated = pages > 1 && animatable.includes(format) && animatable.includes(ext);
      const encode = encoders[ext];
      if (!encode) throw new Error(`no picture is made a ${ext}`);
      const main = join(to, `main.${ext}`);
      const image = sharp(path, { ...options, animated })
        .autoOrient()
        .timeout(timeout);
      const { width, height, pageHeight = height, size } = await encode(image, isPalette).toFile(main);
      return { path: main, width, height: pageHeight, size, thumbs: await makeThumbs(sharp, path, width, to) };
    }),
  );
}

/** Makes the smaller forms alone, of a picture that is served as it is. @throws as `makePicture` */
export function measurePicture(path: string, to: string): Promise<Picture> {
  return withSharp((sharp) =>
    readable(async () => {
      const { autoOrient } = await measured(sharp, path);
      return { ...autoOrient, thumbs: await makeThumbs(sharp, path, autoOrient.width, to) };
    }),
  );
}

/** Of the beginning of a picture as it is seen; nothing where that is too short to tell. @throws as `makePicture` */
export function sizeOfPicture(
  path: string,
  isWhole: boolean,
): Promise<{ width: number | null; height: number | null }> {
  return withSharp(async (sharp) => {
    try {
      const { autoOrient } = await readable(() => measured(sharp, path));
      return { width: autoOrient.width, height: autoOrient.height };
    } catch (error) {
      if (isWhole || !(error instanceof CallError) || error.key === 'picture_large') throw error;
      return { width: null, height: null };
    }
  });
}

/** The smaller forms as they are stored of a picture, and where their files go. @param stem the picture's URL without its end */
export function placedThumbs(stem: string, thumbs: Made[]): { stored: string; placing: [url: string, from: string][] } {
  const placed = thumbs.map(({ path, width, height }) => ({ path, width, height, url: `${stem}-${width}.webp` }));
  return {
    stored: JSON.stringify(placed.map(({ width, height, url }) => ({ width, height, url }))),
    placing: placed.map(({ url, path }) => [url, path]),
  };
}

/** What the head says of a picture. */
async function measured(sharp: SharpLibrary, path: string) {
  const found = await sharp(path, { ...options, limitInputPixels: false }).metadata();
  const { width, height, pages = 1 } = found;
  refuseLarge(width * height * pages, mostPixels);
  return found;
}

function refuseLarge(pixels: number, most: number): void {
  if (pixels > most) throw new CallError('picture_large', { most: Math.floor(most / 1_000_000) });
}

async function makeThumbs(sharp: SharpLibrary, path: string, width: number, to: string): Promise<Made[]> {
  const thumbs: Made[] = [];
  for (const wide of thumbWidths.filter((each) => each < width)) {
    const small = join(to, `${wide}.webp`);
    const made = await sharp(path, options)
      .autoOrient()
      // A very long picture has no thumbnail of its whole length.
      .resize({ width: wide, height: wide * 4, fit: 'inside', withoutEnlargement: true })
      .timeout(timeout)
      .webp({ quality: 78 })
      .toFile(small);
    thumbs.push({ path: small, width: made.width, height: made.height });
  }
  return thumbs;
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError || isDiskFull(error)) throw error;
    throw new CallError('picture_unreadable');
  }
}

export const isDiskFull = (error: unknown) => /ENOSPC|no space left/i.test(String((error as Error).message));
