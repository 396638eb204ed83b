import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { fullNameOf } from '../../utils/files.ts';
import { canonicalJson } from '../../utils/values.ts';

const maxLines = 5;

interface Props {
  lines: string[];
  /** The lines of the other text. If there is none, all lines are shown. */
  others: string[] | undefined;
}

/** Shows the first lines that the other text lacks and marks the difference; … stands for lines that are left out. */
export function ComparedLines({ lines, others }: Props) {
  const translate = useTranslate();
  const style = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };
  if (!others)
    return (
      <Box component="span" sx={style}>
        {lines.join('\n')}
      </Box>
    );
  if (lines.join('\n') === others.join('\n')) return <SecondaryText>{translate('compare.sameText')}</SecondaryText>;
  const different = diffItems(lines, others);
  if (different.length === 0) return <SecondaryText>{translate('compare.noPart')}</SecondaryText>;
  const shown = different.slice(0, maxLines);
  const hasMore = (shown.at(-1)?.at ?? 0) < lines.length - 1;
  return (
    <Box component="span" sx={style}>
      {shown.map(({ value, at, counterpart = '' }, n) => {
        const { before, differing, after } = excerptOf(value, counterpart);
        const isGap = at > (shown[n - 1]?.at ?? -1) + 1;
        return (
          <Box component="span" key={at} sx={{ display: shown.length > 1 ? 'block' : 'inline' }}>
            {isGap && '… '}
            {before}
            {differing && <Mark>{differing}</Mark>}
            {after}
            {n === shown.length - 1 && hasMore && ' …'}
          </Box>
        );
      })}
    </Box>
  );
}

export const SecondaryText = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);

export const Mark = ({ children }: { children: ReactNode }) => (
  <Box component="mark" sx={{ bgcolor: 'action.selected', color: 'inherit', borderRadius: 0.5, px: 0.25 }}>
    {children}
  </Box>
);

interface DiffItem<T> {
  value: T;
  at: number;
  /** The item that it is compared with: the first one that the other list lacks with the first that this one lacks. */
  counterpart: T | undefined;
}

/** The items that the other list lacks. They are all items if there is no other list, or if only the order differs. */
export function diffItems<T>(own: readonly T[], others: readonly T[] | undefined): DiffItem<T>[] {
  const lacking = (items: readonly T[], known: Set<string>) =>
    items.flatMap((value, at) => (known.has(canonicalJson(value)) ? [] : [{ value, at }]));
  const mine = lacking(own, new Set(others?.map(canonicalJson)));
  const theirs = lacking(others ?? [], new Set(own.map(canonicalJson)));
  if (mine.length === 0 && theirs.length === 0) return own.map((value, at) => ({ value, at, counterpart: undefined }));
  return mine.map((item, n) => ({ ...item, counterpart: theirs[n]?.value }));
}

/** The numbers of characters of a long text that are shown before and after the difference, and of the difference. */
const around = 24;
const longest = 120;

function excerptOf(text: string, other: string) {
  // Texts are split into code points, so that no surrogate pair is cut.
  const [own, others] = [[...text], [...other]];
  const shortest = Math.min(own.length, others.length);
  let start = 0;
  while (start < shortest && own[start] === others[start]) start++;
  let end = 0;
  while (end < shortest - start && own.at(-1 - end) === others.at(-1 - end)) end++;
  const parts = [own.slice(0, start), own.slice(start, own.length - end), own.slice(own.length - end)];
  const [before = [], differing = [], after = []] = parts;
  const isShort = own.length <= longest;
  return {
    before: isShort || start <= around ? before.join('') : `…${before.slice(-around).join('')}`,
    differing: differing.length <= longest ? differing.join('') : `${differing.slice(0, longest).join('')}…`,
    after: isShort || end <= around ? after.join('') : `${after.slice(0, around).join('')}…`,
  };
}

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const media = new Set(['IMG', 'VIDEO', 'AUDIO', 'IFRAME', 'SOURCE']);

/** Makes a line of each block element. The file name stands for a picture or video. */
export function htmlLines(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return textOf(body)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  const { nodeName } = node;
  if (nodeName === 'BR') return '\n';
  if (nodeName === 'SCRIPT' || nodeName === 'STYLE') return '';
  const src = media.has(nodeName) && node instanceof Element ? node.getAttribute('src') : null;
  const own = src ? `[${fullNameOf(src) || src}]` : '';
  const inner = [...node.childNodes].map(textOf).join('');
  if (nodeName === 'TD' || nodeName === 'TH') return `${own}${inner} `;
  return blocks.has(nodeName) ? `\n${own}${inner}\n` : `${own}${inner}`;
}
