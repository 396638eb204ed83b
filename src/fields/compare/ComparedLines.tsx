import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { diffItems, excerptOf } from './diffItems.ts';

const maxLines = 5;

interface Props {
  lines: string[];
  /** The lines of the other text; undefined where there is none, and all lines are shown. */
  others: string[] | undefined;
}

/** The first lines that the other text lacks, with the difference marked; … stands for lines that are left out. */
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

/** Highlights a difference. */
export const Mark = ({ children }: { children: ReactNode }) => (
  <Box component="mark" sx={{ bgcolor: 'action.selected', color: 'inherit', borderRadius: 0.5, px: 0.25 }}>
    {children}
  </Box>
);
