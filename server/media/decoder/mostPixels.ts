import type { Metadata } from 'sharp';

/** All frames together. A camera's 48 megapixels are allowed. */
export const mostPixels = 50_000_000;

/** Of either side: the longest of a JPEG. A picture of one column and 50 million lines took half a minute, whatever its area. */
export const mostSide = 65_535;

/** The memory for one picture in bytes, in addition to what the process uses without one. */
const budget = 72_000_000;

// Measured bytes per pixel. Types that are not listed are read and written in strips.
const ofFrame: Record<string, number> = { avif: 28, heif: 28, gif: 14, webp: 9.5 };
const ofFrameWithAlpha: Record<string, number> = { avif: 42, heif: 42, gif: 14, webp: 28 };
const ofPalette = 7;
/** For animations, measured bytes per pixel: of one frame, and of all frames. */
const ofMoving = { gif: [38, 1], webp: [26, 3], webpWithAlpha: [46, 4] } as const;

/** In bounded memory, because a small file can contain a huge picture. @param ext the type of the result */
export function mostOfFrame({ format, isProgressive, hasAlpha, ...found }: Metadata, ext: string): number {
  const bytesPerPixel = hasAlpha ? ofFrameWithAlpha : ofFrame;
  const most = Math.max(
    bytesPerPixel[format] ?? 0,
    bytesPerPixel[ext] ?? 0,
    isProgressive ? ofPasses(format, found) : 0,
  );
  return Math.min(mostPixels, most > 0 ? budget / most : mostPixels);
}

/** A progressive picture's first line is complete only after all passes. A JPEG's coefficients take two bytes each. */
function ofPasses(format: string, { channels, depth, chromaSubsampling }: Partial<Metadata>): number {
  const ofJpeg = chromaSubsampling === '4:2:0' ? 3 : 2 * (channels ?? 3);
  return 1.2 * (format === 'jpeg' ? ofJpeg : ((channels ?? 3) + 1) * (depth === 'uchar' ? 1 : 2));
}

/** The most pixels per frame of an animation that stays animated. */
export function mostOfMoving({ format, hasAlpha, pages = 1 }: Metadata): number {
  const [frame, all] = ofMoving[format === 'gif' ? 'gif' : hasAlpha ? 'webpWithAlpha' : 'webp'];
  return budget / (frame + all * pages);
}

/** Whether counting its colours is affordable: that needs the whole picture in memory. */
export const mayHavePalette = ({ isPalette, width, height }: Metadata) =>
  isPalette && width * height * ofPalette <= budget;
