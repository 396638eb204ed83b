import { join } from 'node:path';
import sharp, { type Metadata, type Region, type SharpOptions } from 'sharp';

const stripBytes = 24_000_000;
const flat = { compressionLevel: 0 }; // compressing a temporary file is not worth the time

export interface Source {
  from: string | string[];
  options: SharpOptions;
  /** Strips are joined at the first one's height, so that a shorter last strip leaves extra rows. */
  crop?: Region;
}

/** Rotating needs the whole picture in memory, so a large one is rotated in strips on the disk. */
export async function upright(
  path: string,
  { orientation = 1, width, height, channels, depth, pages = 1 }: Metadata,
  options: SharpOptions,
  to: string,
): Promise<Source> {
  const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
  // Exif orientation: 1 is upright, 2 mirrors a line, 3 and 4 begin at the last line, 5 to 8 at a column.
  if (orientation < 3 || pages > 1 || bytes <= stripBytes) return { from: path, options };
  const isOfColumns = orientation > 4;
  const isFromEnd = [3, 4, 7, 8].includes(orientation);
  const length = isOfColumns ? width : height;
  const step = Math.ceil(length / Math.ceil(bytes / stripBytes));
  const cut = join(to, 'strip.png');
  const from: string[] = [];
  for (let at = 0; at < length; at += step) {
    const size = Math.min(step, length - at);
    const start = isFromEnd ? length - at - size : at;
    const region = isOfColumns
      ? { left: start, top: 0, width: size, height }
      : { left: 0, top: start, width, height: size };
    const turned = join(to, `strip${from.length}.png`);
    await sharp(path, options).extract(region).withMetadata({ orientation }).png(flat).toFile(cut);
    await sharp(cut, options).autoOrient().png(flat).toFile(turned);
    from.push(turned);
  }
  const crop = { left: 0, top: 0, width: isOfColumns ? height : width, height: length };
  return { from, options: { ...options, join: { across: 1 } }, crop };
}
