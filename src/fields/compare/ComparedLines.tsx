import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { diffItems, excerptOf } from './diffItems.ts';

/** How many lines that differ are seen. */
const most = 5;

interface Props {
  lines: string[];
  /** Undefined: nothing is compared, and all of them are shown. */
  others: string[] | undefined;
}

/** The lines of a text that another text lacks, each around the place that differs; … stands for the rest. */
export function ComparedLines({ lines, others }: Props) {
  const translate = useTranslate();
  const faint = (key: string) => (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {translate(key)}
    </Box>
  );
  const style = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };
  if (!others)
    return (
      <Box component="span" sx={style}>
        {lines.join('\n')}
      </Box>
    );
  if (lines.join('\n') === others.join('\n')) return faint('compare.sameText');
  const different = diffItems(lines, others);
  if (different.length === 0) return faint('compare.noPart');
  const shown = different.slice(0, most);
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

/** What differs. */
export const Mark = ({ children }: { children: ReactNode }) => (
  <Box component="mark" sx={{ bgcolor: 'action.selected', color: 'inherit', borderRadius: 0.5, px: 0.25 }}>
    {children}
  </Box>
);
