import { dirname } from 'node:path';
import { CallError } from '../core/errors.ts';
import type { AppServices, Caller, Presence } from '../engine/callContext.ts';
import type { Made } from './decoder/jobs.ts';
import { askedBy } from './decoder.ts';

/** The displayed size of a picture, from its first bytes; undefined if they are too few. */
export async function sizeOfPicture(
  context: Caller & AppServices & Presence,
  path: string,
  isWhole: boolean,
): Promise<{ width: number | null; height: number | null }> {
  try {
    return await context.decoder.run('size', [dirname(path), path], askedBy(context));
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
