import type { Metadata } from 'sharp';
import { CallError } from '../../core/errors.ts';

/** A picture has at most so many pixels, all its frames together. A camera's 48 megapixels are allowed. */
export const maxPixels = 50_000_000;

/** The memory for one picture in bytes, in addition to what the process uses without one. */
export const memoryBudget = 120_000_000;

/**
 * The limits of a kind of picture, and the bytes of memory that it takes, measured with libvips 8.17. A small file can
 * contain a huge picture.
 */
interface PictureLimit {
  /** The longest side in pixels: the format has no longer ones, or its encoder writes none. */
  side: number;
  frames: number;
  /** Bytes for each pixel of each frame that is held at once. */
  whole?: number;
  /** Bytes for each pixel of all frames. */
  eachFrame?: number;
  /** For a picture that is read in strips: bytes for each column, and for each pixel of the lines held at once. */
  strips?: { column: number; pixel: number; lines: number };
}

const strips = {
  jpeg: { column: 600, pixel: 5.5, lines: 390 },
  jpegForPrint: { column: 800, pixel: 8, lines: 390 },
  jpegOnItsSide: { column: 250, pixel: 7.5, lines: 200 },
  jpegUpsideDown: { column: 900, pixel: 8, lines: 625 },
  png: { column: 500, pixel: 8, lines: 625 },
  pngWithAlpha: { column: 1900, pixel: 10, lines: 745 },
};
const jpeg = { side: 65_500, frames: 1 };
const png = { side: 65_535, frames: 1 };
const webp = { side: 16_383, frames: 1 };
const avif = { side: 16_384, frames: 1 };
const gif = { side: 65_535, frames: 1 };
const frames = 1000;

/** Checks, refusals, tests and the table in `docs/decisions.md` take these figures from here. */
export const pictureLimits = {
  JPEG: { ...jpeg, strips: strips.jpeg },
  'JPEG upside down': { ...jpeg, strips: strips.jpegUpsideDown },
  'JPEG on its side': { ...jpeg, strips: strips.jpegOnItsSide },
  'JPEG for print': { ...jpeg, strips: strips.jpegForPrint },
  'JPEG in passes': { ...jpeg, strips: strips.jpeg, whole: 3 },
  'JPEG in passes, fine colours': { ...jpeg, strips: strips.jpeg, whole: 6 },
  'JPEG in passes, for print': { ...jpeg, strips: strips.jpegForPrint, whole: 8 },
  PNG: { ...png, strips: strips.png },
  'PNG with alpha': { ...png, strips: strips.pngWithAlpha },
  'PNG interlaced': { ...png, strips: strips.png, whole: 3 },
  'PNG interlaced with alpha': { ...png, strips: strips.pngWithAlpha, whole: 4 },
  'PNG interlaced, 16 bits': { ...png, strips: strips.png, whole: 6 },
  'PNG interlaced with alpha, 16 bits': { ...png, strips: strips.pngWithAlpha, whole: 8 },
  WebP: { ...webp, whole: 9.5 },
  'WebP with alpha': { ...webp, whole: 28 },
  'WebP that moves': { ...webp, frames, whole: 26, eachFrame: 3 },
  'WebP with alpha that moves': { ...webp, frames, whole: 46, eachFrame: 4 },
  AVIF: { ...avif, whole: 28 },
  'AVIF with alpha': { ...avif, whole: 42 },
  GIF: { ...gif, whole: 14 },
  'GIF that moves': { ...gif, frames, whole: 38, eachFrame: 1 },
} satisfies Record<string, PictureLimit>;

export type PictureKind = keyof typeof pictureLimits;

const limitOf = (kind: PictureKind): PictureLimit => pictureLimits[kind];

/** Returns the bytes of memory for each column of pixels. */
const bytesOfColumn = ({ strips, whole = 0, eachFrame = 0 }: PictureLimit, height: number, pages = 1): number =>
  (strips ? strips.column + strips.pixel * Math.min(height, strips.lines) : 0) + (whole + eachFrame * pages) * height;

/** Returns the most pixels that a frame may have: those of a square that costs the whole budget. */
export function maxArea(kind: PictureKind, pages = 1): number {
  const { strips, whole = 0, eachFrame = 0 } = limitOf(kind);
  const pixel = whole + eachFrame * pages;
  const line = strips ? strips.column + strips.pixel * strips.lines : 0;
  const side =
    pixel === 0 ? memoryBudget / line : (Math.sqrt(line ** 2 + 4 * pixel * memoryBudget) - line) / (2 * pixel);
  return Math.min(maxPixels / pages, side ** 2);
}

/** Returns the most pixels that a line of a picture of this height may have. */
export const maxWidth = (kind: PictureKind, height: number): number =>
  Math.min(limitOf(kind).side, Math.floor(memoryBudget / bytesOfColumn(limitOf(kind), height)));

/** Converts pixels to megapixels as people are told them. */
export const inMegapixels = (pixels: number): number => Math.floor(pixels / 100_000) / 10;

type Found = Pick<Metadata, 'format' | 'width' | 'height' | 'pages' | 'hasAlpha'> & Partial<Metadata>;

const isMoving = ({ format, pages = 1 }: Found) => pages > 1 && (format === 'gif' || format === 'webp');

/**
 * Checks what is limited for every picture, also one that is not decoded.
 * @throws CallError `picture_long`, `picture_frames`, `picture_large`
 */
export function assertSize(found: Found): void {
  const { width, height, pages = 1 } = found;
  const { side } = limitOf(kindOf(found));
  if (Math.max(width, height) > side) throw new CallError('picture_long', { most: side });
  if (pages > frames) throw new CallError('picture_frames', { most: frames });
  assertArea(width * height * pages, maxPixels);
}

/**
 * Checks the memory for decoding a picture and encoding it as `ext`.
 * @throws CallError `picture_large`, `picture_wide`
 */
export function assertMemory(found: Found, ext: string, staysMoving: boolean): void {
  const { pages = 1, width, height } = found;
  if (staysMoving) {
    assertArea(width * height, maxArea(kindOf(found), pages), pages);
    return;
  }
  const still = { ...found, pages: 1 };
  assertKind(kindOf(still), width, height);
  assertKind(kindOf({ ...still, format: formatOf(ext), isProgressive: false, orientation: 1 }), width, height);
  // A turned picture, and one that is held whole, is a PNG on the disk before it is encoded.
  const { orientation = 1, hasAlpha } = found;
  const between = hasAlpha ? 'PNG with alpha' : 'PNG';
  if (orientation > 4) assertKind(between, height, width);
  else if (orientation > 2 || isHeldWhole(found.format)) assertKind(between, width, height);
}

function assertKind(kind: PictureKind, width: number, height: number): void {
  assertArea(width * height, maxArea(kind));
  const most = maxWidth(kind, height);
  if (width > most) throw new CallError('picture_wide', { most });
}

/** @param frames if given, `pixels` and `most` are those of one frame of an animation */
function assertArea(pixels: number, most: number, frames?: number): void {
  if (pixels <= most) return;
  const values = { pixels: inMegapixels(pixels), most: inMegapixels(most) };
  throw frames ? new CallError('picture_frames_large', { ...values, frames }) : new CallError('picture_large', values);
}

/** Whether frames of this format cannot be decoded in strips. */
export const isHeldWhole = (format: string): boolean => ['heif', 'gif', 'webp'].includes(format);

const formatOf = (ext: string) => (({ jpg: 'jpeg', avif: 'heif' })[ext] ?? ext) as Metadata['format'];

export function kindOf(found: Found): PictureKind {
  const { format, hasAlpha } = found;
  if (format === 'gif') return isMoving(found) ? 'GIF that moves' : 'GIF';
  if (format === 'webp') {
    if (isMoving(found)) return hasAlpha ? 'WebP with alpha that moves' : 'WebP that moves';
    return hasAlpha ? 'WebP with alpha' : 'WebP';
  }
  if (format === 'heif') return hasAlpha ? 'AVIF with alpha' : 'AVIF';
  return format === 'jpeg' ? kindOfJpeg(found) : kindOfPng(found);
}

/** A JPEG in passes is complete only after the last one. Its coefficients take two bytes each. */
function kindOfJpeg({ isProgressive, channels, chromaSubsampling, orientation = 1 }: Found): PictureKind {
  if (isProgressive && channels === 4) return 'JPEG in passes, for print';
  if (isProgressive) return chromaSubsampling === '4:2:0' ? 'JPEG in passes' : 'JPEG in passes, fine colours';
  if (channels === 4) return 'JPEG for print';
  if (orientation > 4) return 'JPEG on its side';
  return orientation > 2 ? 'JPEG upside down' : 'JPEG';
}

function kindOfPng({ isProgressive, hasAlpha, depth }: Found): PictureKind {
  const kind = hasAlpha ? 'PNG with alpha' : 'PNG';
  if (!isProgressive) return kind;
  const interlaced = hasAlpha ? 'PNG interlaced with alpha' : 'PNG interlaced';
  return depth === 'ushort' ? `${interlaced}, 16 bits` : interlaced;
}

/** Pixels up to which a palette is computed. More would take too long. */
const maxPalettePixels = 10_000_000;
export const mayHavePalette = ({ isPalette, width, height }: Metadata) =>
  isPalette && width * height <= maxPalettePixels;

/** Pixels up to which a JPEG's Huffman tables are optimized, which holds 3 bytes a pixel in memory. */
const maxOptimizedPixels = 8_000_000;
export const canOptimizeCoding = ({ width, height }: Metadata) => width * height <= maxOptimizedPixels;

/** Pixels up to which a WebP may be written without loss, which takes 50 bytes a pixel in memory. */
const maxLosslessPixels = 1_000_000;
export const canBeLossless = ({ width, height }: Metadata) => width * height <= maxLosslessPixels;
