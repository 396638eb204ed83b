import type { Metadata } from 'sharp';

/** Frames counted; a picture of a camera with 48 megapixels passes. */
export const mostPixels = 50_000_000;

/** What one picture may take of the memory beside its file, in bytes. */
const budget = 160_000_000;

/** Bytes a pixel of a frame that is held whole, measured; a type that is not here is read and written in strips. */
const heldPerPixel: Record<string, number> = { avif: 18, heif: 18, gif: 14, webp: 8 };

/**
 * The most pixels that a frame may have to be encoded anew in bounded memory: a small file can hold a large picture.
 * @param ext the type that is made of it
 */
export function mostOfFrame({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata, ext: string) {
  const sample = depth === 'uchar' ? 1 : 2;
  // All passes are read before the first line is whole; a JPEG's coefficients have two bytes each.
  const ofPasses = format === 'jpeg' ? (chromaSubsampling === '4:2:0' ? 3 : 6) : (channels + 1) * sample;
  const held = Math.max(heldPerPixel[format] ?? 0, heldPerPixel[ext] ?? 0, isProgressive ? ofPasses : 0);
  return Math.min(mostPixels, held > 0 ? budget / held : mostPixels);
}
