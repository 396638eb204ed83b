import { dirname } from 'node:path';
import { CallError } from '../core/errors.ts';
import type { Made, Picture } from './decoder/jobs.ts';
import type { Decoder } from './decoder.ts';

/**
 * Re-encodes a picture: upright, without EXIF, GPS and trailing data, and with WebP thumbnails.
 * @param ext the type of the result
 * @param to the folder for the files
 * @throws CallError `picture_unreadable`, `picture_large`, `picture_heavy`, `picture_slow`, `picture_crashed` or
 * `disk_full`
 */
export const makePicture = (decoder: Decoder, signal: AbortSignal, path: string, ext: string, to: string) =>
  decoder.run('make', [to, path, ext], signal);

/** Makes only the thumbnails, for a picture that is served unchanged. @throws as `makePicture` */
export const measurePicture = (decoder: Decoder, path: string, to: string): Promise<Picture> =>
  decoder.run('measure', [to, path]);

/** The displayed size of a picture, from its first bytes; undefined if they are too few. @throws as `makePicture` */
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

/** A picture's thumbnails as stored, and where their files go. @param stem the picture's URL without its extension */
export function placedThumbs(
  stem: string,
  thumbs: Made[],
): { stored: string; destinations: [url: string, from: string][] } {
  const placed = thumbs.map(({ path, width, height }) => ({ path, width, height, url: `${stem}-${width}.webp` }));
  return {
    stored: JSON.stringify(placed.map(({ width, height, url }) => ({ width, height, url }))),
    destinations: placed.map(({ url, path }) => [url, path]),
  };
}
