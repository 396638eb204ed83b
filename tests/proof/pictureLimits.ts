import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  inMegapixels,
  maxArea,
  maxWidth,
  type PictureKind,
  pictureLimits,
} from '../../server/media/decoder/pictureLimits.ts';

const path = resolve(import.meta.dirname, '../../docs/decisions.md');
const [begin, end] = ['<!-- picture limits -->\n', '<!-- end of picture limits -->'];

export const readDecisions = () => readFileSync(path, 'utf8');

/** `docs/decisions.md` with the table of `pictureLimits.ts` as it is now. */
export function decisionsWithLimits(): string {
  const text = readDecisions();
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  return text.slice(0, from) + table() + text.slice(to);
}

export const writeDecisions = () => writeFileSync(path, decisionsWithLimits());

const heads = [
  'picture',
  'longest side',
  'pixels in each of many lines',
  'megapixels',
  'frames',
  'bytes of memory for a pixel',
];
const spelled = (n: number) => n.toLocaleString('en-US');

function table(): string {
  const rows = Object.keys(pictureLimits).map((kind) => rowOf(kind as PictureKind));
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

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
