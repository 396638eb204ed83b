import type { Metadata } from 'sharp';

/** Frames counted; a picture of a camera with 48 megapixels passes. */
export const mostPixels = 50_000_000;

/** What one picture may take of the memory, in bytes, beside what the process holds without one. */
const budget = 72_000_000;

// Bytes a pixel, measured. A type that is not here is read and written in strips.
const ofFrame: Record<string, number> = { avif: 28, heif: 28, gif: 14, webp: 9.5 };
const ofFrameWithAlpha: Record<string, number> = { avif: 42, heif: 42, gif: 14, webp: 28 };
const ofPalette = 7;
/** Of one that moves: of a frame, and of all of them. */
const ofMoving = { gif: [38, 1], webp: [26, 3], webpWithAlpha: [46, 4] } as const;

/**
 * The most pixels that a picture may have to be encoded anew in bounded memory: a small file can hold a large picture.
 * @param ext the type that is made of it
 */
export function mostOfFrame({ format, isProgressive, hasAlpha, ...found }: Metadata, ext: string): number {
  const held = hasAlpha ? ofFrameWithAlpha : ofFrame;
  const most = Math.max(held[format] ?? 0, held[ext] ?? 0, isProgressive ? ofPasses(format, found) : 0);
  return Math.min(mostPixels, most > 0 ? budget / most : mostPixels);
}

/** All passes are read before the first line is whole; a JPEG's coefficients have two bytes each. */
function ofPasses(format: string, { channels, depth, chromaSubsampling }: Partial<Metadata>): number {
  const ofJpeg = chromaSubsampling === '4:2:0' ? 3 : 2 * (channels ?? 3);
  return 1.2 * (format === 'jpeg' ? ofJpeg : ((channels ?? 3) + 1) * (depth === 'uchar' ? 1 : 2));
}

/** The most pixels of a frame of one that moves and stays so. */
export function mostOfMoving({ format, hasAlpha, pages = 1 }: Metadata): number {
  const [frame, all] = ofMoving[format === 'gif' ? 'gif' : hasAlpha ? 'webpWithAlpha' : 'webp'];
  return budget / (frame + all * pages);
}

/** Whether its colours can be counted: that takes the whole picture. */
export const mayHavePalette = ({ isPalette, width, height }: Metadata) =>
  isPalette && width * height * ofPalette <= budget;
