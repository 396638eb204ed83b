import {
  inMegapixels,
  maxArea,
  maxWidth,
  type PictureKind,
  pictureLimits,
} from '../../server/media/decoder/pictureLimits.ts';
import { madeTable } from './madeTable.ts';

const heads = [
  'picture',
  'longest side',
  'pixels in each of many lines',
  'megapixels',
  'frames',
  'bytes of memory for a pixel',
];
const spelled = (n: number) => n.toLocaleString('en-US');

export const pictureLimitsTable = madeTable('decisions.md', 'picture limits', heads, () =>
  Object.keys(pictureLimits).map((kind) => rowOf(kind as PictureKind)),
);

function rowOf(kind: PictureKind): string[] {
  const { side, frames, strips, whole, eachFrame } = {
    strips: undefined,
    whole: 0,
    eachFrame: 0,
    ...pictureLimits[kind],
  };
  return [
    kind,
    spelled(side),
    strips && whole === 0 ? spelled(maxWidth(kind, strips.lines)) : '',
    eachFrame > 0 ? `${inMegapixels(maxArea(kind, 2))} of 2 frames` : `${inMegapixels(maxArea(kind))}`,
    spelled(frames),
    [
      whole > 0 && `${whole}`,
      eachFrame > 0 && `${eachFrame} in each frame`,
      strips && `${strips.pixel} in ${strips.lines} lines`,
    ]
      .filter(Boolean)
      .join(', '),
  ];
}
