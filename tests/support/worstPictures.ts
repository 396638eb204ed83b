import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { maxArea, maxWidth, type PictureKind } from '../../server/media/decoder/pictureLimits.ts';
import { pngOf } from './badFiles.ts';
import { seeds } from './seeds.ts';

const tileSide = 512;
/**
 * Only the nightly run has noise in the pictures: the memory for a picture depends on its size, and noise takes ten
 * times as long to read and write.
 */
const isNoisy = seeds(1) > 1;

/** A picture with so many megapixels, `high` times as high as it is wide. */
async function square(megapixels: number, { hasAlpha = false, high = 1 } = {}): Promise<Sharp> {
  const side = Math.floor(Math.sqrt((megapixels * 1e6) / high));
  return repeated(await tileOf(hasAlpha).png({ compressionLevel: 0 }).toBuffer(), side, side * high);
}

/** The tile that pictures repeat. In the nightly run no two of its lines are alike. */
const tileOf = (hasAlpha: boolean) => {
  const channels = hasAlpha ? 4 : 3;
  const raw = { width: tileSide, height: tileSide, channels } as const;
  const bytes = tileSide * tileSide * channels;
  return isNoisy ? sharp(randomBytes(bytes), { raw }).blur(2) : sharp(Buffer.alloc(bytes, 90), { raw });
};

const repeated = (tile: Buffer, width: number, height: number) =>
  sharp(tile).extend({ right: width - tileSide, bottom: height - tileSide, extendWith: 'repeat' });

/** A moving picture of square frames, with so many megapixels in each frame. */
async function moving(megapixels: number, frames: number): Promise<Sharp> {
  const { data, info } = await (await square(megapixels * frames, { high: frames })).raw().toBuffer({
    resolveWithObject: true,
  });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels, pageHeight: height / frames } });
}

/** Megapixels just below the limit of a kind. */
const below = (kind: PictureKind, pages = 1) => (0.98 * maxArea(kind, pages)) / 1e6;

/** A picture of 49 megapixels with the longest lines that it may have. */
function wide(kind: PictureKind, channels: 3 | 4): Sharp {
  const width = maxWidth(kind, 4000);
  return sharp({ create: { width, height: Math.floor(49e6 / width), channels, background: '#a118' } });
}

type Made = [name: string, make: () => Promise<Buffer>];

/** Pictures just below the limits of their kinds. Of all pictures that are accepted, these cost the most. */
export const worstPictures: Made[] = [
  [
    'a JPEG in passes that has to be turned',
    async () =>
      (await square(below('JPEG in passes'))).withMetadata({ orientation: 8 }).jpeg({ progressive: true }).toBuffer(),
  ],
  [
    'a JPEG in passes of colours for print',
    async () => {
      const side = Math.floor(Math.sqrt(below('JPEG in passes, for print') * 1e6));
      const tile = await tileOf(false).toColourspace('cmyk').jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
      const made = repeated(tile, side, side).pipelineColourspace('cmyk').toColourspace('cmyk');
      return made.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    },
  ],
  [
    'a PNG of the longest lines with 16 bits and alpha',
    () => wide('PNG with alpha', 4).toColourspace('rgb16').png().toBuffer(),
  ],
  ['a PNG of 49 megapixels with a palette', async () => pngOf(7000, 7000, { palette: Buffer.from('aa1111', 'hex') })],
  [
    'an interlaced PNG',
    () => {
      const side = Math.floor(Math.sqrt(below('PNG interlaced') * 1e6));
      return sharp({ create: { width: side, height: side, channels: 3, background: '#a18' } })
        .png({ progressive: true, palette: false })
        .toBuffer();
    },
  ],
  [
    'a WebP with alpha',
    async () => (await square(below('WebP with alpha'), { hasAlpha: true })).webp({ effort: 0 }).toBuffer(),
  ],
  [
    'a GIF that moves',
    async () => (await moving(below('GIF that moves', 2), 2)).gif({ effort: 1, dither: 0 }).toBuffer(),
  ],
  [
    'an AVIF with alpha and 12 bits',
    async () =>
      (await square(below('AVIF with alpha'), { hasAlpha: true })).avif({ effort: 0, bitdepth: 12 }).toBuffer(),
  ],
];

/** Pictures that need less memory than one above that is decoded the same way. Only the nightly run tries them. */
export const otherWorstPictures: Made[] = [
  [
    'a JPEG of 49 megapixels that has to be turned',
    async () => (await square(49)).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ],
  [
    'a PNG of 49 megapixels with 16 bits and alpha',
    () =>
      sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#a118' } })
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
  ],
  [
    'a JPEG of the longest lines upside down',
    () => wide('JPEG upside down', 3).withMetadata({ orientation: 3 }).jpeg().toBuffer(),
  ],
  ['a WebP that moves', async () => (await moving(below('WebP that moves', 5), 5)).webp({ effort: 0 }).toBuffer()],
];
