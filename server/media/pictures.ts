import { dirname } from 'node:path';
import { CallError } from '../core/errors.ts';
import type { Made, Picture } from './decoder/jobs.ts';
import type { Decoder } from './decoder.ts';

/**
 * Encodes a picture anew: upright, without EXIF, GPS or anything behind its end, and smaller as WebP.
 * @param ext the type that it will have
 * @param to the folder that the files are made in
 * @throws CallError `picture_unreadable`, `picture_large`, `picture_heavy`, `picture_slow`, `picture_crashed` or `disk_full`
 */
export const makePicture = (decoder: Decoder, signal: AbortSignal, path: string, ext: string, to: string) =>
  decoder.run('make', [to, path, ext], signal);

/** Makes the smaller forms alone, of a picture that is served as it is. @throws as `makePicture` */
export const measurePicture = (decoder: Decoder, path: string, to: string): Promise<Picture> =>
  decoder.run('measure', [to, path]);

/** Of the beginning of a picture as it is seen; nothing where that is too short to tell. @throws as `makePicture` */
export async function sizeOfPicture(
  decoder: Decoder,
  signal: AbortSignal,
  path: string,
  isWhole: boolean,
): Promise<{ width: number | null; height: number | null }> {
  try {
    return await decoder.run('size', [dirname(path), path], signal);
  } catch (error) {
    if (isWhole || !(error instanceof CallError) || error.key !== 'picture_unreadable') throw error;
    return { width: null, height: null };
  }
}

/** The smaller forms as they are stored of a picture, and where their files go. @param stem the picture's URL without its end */
export function placedThumbs(stem: string, thumbs: Made[]): { stored: string; placing: [url: string, from: string][] } {
  const placed = thumbs.map(({ path, width, height }) => ({ path, width, height, url: `${stem}-${width}.webp` }));
  return {
    stored: JSON.stringify(placed.map(({ width, height, url }) => ({ width, height, url }))),
    placing: placed.map(({ url, path }) => [url, path]),
  };
}
