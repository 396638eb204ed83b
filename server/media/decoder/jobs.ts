import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Region, type Sharp, type SharpOptions } from 'sharp';
import { CallError } from '../../core/errors.ts';
import type { MessageKey, Values } from '../../core/messages.ts';
import {
  assertMemory,
  assertSize,
  canBeLossless,
  canOptimizeCoding,
  isHeldWhole,
  maxPixels,
  mayHavePalette,
} from './pictureLimits.ts';
import { type Source, upright } from './upright.ts';

const thumbWidths = [320, 1280];
const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error' };
const animatable = ['gif', 'webp'];
/** Types that can be read in strips once this process has written them. */
const inStrips = ['jpg', 'png'];

export interface Made {
  path: string;
  width: number;
  height: number;
}

export interface Picture {
  width: number;
  height: number;
  thumbs: Made[];
}

interface Kind {
  isPalette: boolean;
  canOptimize: boolean;
  hasAlpha: boolean;
}

// Memory decides these options. More effort for palettes or alpha, or AVIF without chroma subsampling, would need half as much
// again.
const encoders: Record<string, (image: Sharp, kind: Kind, quality: number) => Sharp> = {
  jpg: (image, { canOptimize }, quality) =>
    image.flatten({ background: '#fff' }).jpeg({ quality, optimiseCoding: canOptimize }),
  png: (image, { isPalette }) => image.png({ compressionLevel: 8, palette: isPalette }),
  gif: (image) => image.gif({ effort: 3 }),
  webp: (image, { hasAlpha }, quality) => image.webp({ quality, effort: hasAlpha ? 0 : 4 }),
  avif: (image, _kind, quality) => image.avif({ quality, effort: 3, chromaSubsampling: '4:2:0' }),
};

/** From the best to the lowest. Used is the first, or a lower one with which the result is not larger than the upload. */
const qualities: Record<string, readonly number[]> = {
  jpg: [88, 76, 64, 52, 40, 28, 16],
  webp: [88, 76, 64, 52, 40, 28, 16],
  avif: [60, 50, 40, 30, 20, 10],
};

// Only these types can be read, and in one thread, because each thread would keep lines of its own in memory.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['JpegFile', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile'].map((name) => `VipsForeignLoad${name}`),
});

const open = ({ from, options, crop }: Source) => {
  const image = sharp(from as string, options).autoOrient();
  return crop ? image.extract(crop) : image;
};

export const jobs = {
  /** Re-encodes a picture: upright, without EXIF, GPS and trailing data, and with WebP thumbnails. */
  async make(to: string, path: string, ext: string): Promise<Picture & { path: string; size: number }> {
    const found = await measured(path);
    const { pages = 1, format } = found;
    const animated = pages > 1 && animatable.includes(format) && animatable.includes(ext);
    assertMemory(found, ext, animated);
    const encode = encoders[ext];
    if (!encode) throw new Error(`no picture is made a ${ext}`);
    const main = join(to, `main.${ext}`);
    const turned = await upright(path, found, { ...options, animated }, to);
    const source = isHeldWhole(format) && !animated ? await flattened(turned, to) : turned;
    const { size: sizeBefore } = await stat(path);
    const kind = { ...found, isPalette: mayHavePalette(found), canOptimize: canOptimizeCoding(found) };
    const write = (quality: number) => encode(open(source), kind, quality).toFile(main);
    const [best = 0, ...lower] = qualities[ext] ?? [];
    let result = await write(best);
    // A step makes a picture a quarter smaller, at least.
    const steps = Math.floor(Math.log(sizeBefore / result.size) / Math.log(0.75));
    // Few colors, as of a logo, take more bytes with loss.
    if (result.size > sizeBefore && ext === 'webp' && !animated && canBeLossless(found))
      result = await open(source).webp({ lossless: true, effort: 2 }).toFile(main);
    for (const quality of lower.slice(Math.min(Math.max(steps - 1, 0), lower.length - 1))) {
      if (result.size <= sizeBefore) break;
      result = await write(quality);
    }
    const thumbsFrom = inStrips.includes(ext) ? { from: main, options } : { ...source, options: stillOf(source) };
    return {
      path: main,
      width: result.width,
      height: result.pageHeight ?? result.height,
      size: result.size,
      thumbs: await makeThumbs(thumbsFrom, result.width, result.channels, to),
    };
  },

  /** Makes only the thumbnails, for a picture that is served unchanged. */
  async measure(to: string, path: string): Promise<Picture> {
    const { autoOrient, channels } = await measured(path);
    return { ...autoOrient, thumbs: await makeThumbs({ from: path, options }, autoOrient.width, channels, to) };
  },

  /** Turned, cropped and scaled, in the type that it has, with little loss: `make` encodes it again. */
  async change(to: string, path: string, ext: string, plan: string): Promise<Made> {
    const found = await measured(path);
    if ((found.pages ?? 1) > 1) throw new CallError('picture_moving');
    assertMemory(found, ext, false);
    const { turn, area, toWidth } = JSON.parse(plan) as Change;
    let image = sharp(path, options).rotate(turn).extract(area);
    if (toWidth) image = image.resize({ width: toWidth, withoutEnlargement: true });
    const result = join(to, `changed.${ext}`);
    const made = await fine(image, ext).toFile(result);
    return { path: result, width: made.width, height: made.height };
  },

  async size(_to: string, path: string): Promise<{ width: number; height: number }> {
    const { autoOrient } = await measured(path);
    return { width: autoOrient.width, height: autoOrient.height };
  },
};

/** Clockwise, in degrees; then the area in pixels; then the width in pixels. */
interface Change {
  turn: number;
  area: Region;
  toWidth?: number;
}

const fine = (image: Sharp, ext: string): Sharp => {
  if (ext === 'jpg') return image.jpeg({ quality: 98, chromaSubsampling: '4:4:4', optimiseCoding: false });
  if (ext === 'webp') return image.webp({ quality: 98, effort: 0 });
  if (ext === 'avif') return image.avif({ quality: 90, effort: 2, chromaSubsampling: '4:2:0' });
  return ext === 'gif' ? image.gif({ effort: 3 }) : image.png({ compressionLevel: 1 });
};

const stillOf = ({ options }: Source) => ({ ...options, animated: false });

async function measured(path: string) {
  const found = await sharp(path, { ...options, limitInputPixels: false }).metadata();
  assertSize(found);
  return found;
}

/** Decodes to the disk, so that decoding has released its memory before encoding starts. */
async function flattened(source: Source, to: string): Promise<Source> {
  const from = join(to, 'flat.png');
  await open(source).toColourspace('srgb').png({ compressionLevel: 1 }).toFile(from);
  return { from, options };
}

async function makeThumbs(source: Source, width: number, channels: number, to: string): Promise<Made[]> {
  const thumbs: Made[] = [];
  const hasAlpha = channels === 2 || channels === 4;
  for (const wide of thumbWidths.filter((each) => each < width)) {
    const path = join(to, `${wide}.webp`);
    // A very long picture's thumbnail is limited in height. Alpha takes four times the memory, so its limit is a quarter.
    const most = { width: wide, height: wide * (hasAlpha ? 1 : 4) };
    const result = await open(source)
      .resize({ ...most, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78, effort: hasAlpha ? 0 : 4 })
      .toFile(path);
    thumbs.push({ path, width: result.width, height: result.height });
  }
  return thumbs;
}

export type Jobs = typeof jobs;

export interface Job {
  name: keyof Jobs;
  to: string;
  args: string[];
  maxMemory: number;
}

export interface Answer {
  result?: unknown;
  refused?: { key: MessageKey; values?: Values };
  memory?: number;
}
