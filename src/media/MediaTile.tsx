import { Box, Typography } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { MediaThumb } from './MediaThumb.tsx';
import { type Media, measureOf } from './mediaRecord.ts';

interface Props {
  record: Media;
  isSelected: boolean;
  /** What opens or chooses it, around its picture and its name. */
  frame: (content: ReactNode) => ReactNode;
  /** In its corners: the box that selects it, and what may be done with it. */
  start?: ReactNode;
  end?: ReactNode;
}

const little = {
  ...{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' },
  ...{ fontVariantNumeric: 'tabular-nums', overflow: 'hidden' },
} as const;
const corner = (side: 'left' | 'right') =>
  ({
    ...{ position: 'absolute', top: 6, [side]: 6, display: 'flex', borderRadius: 1 },
    bgcolor: ({ palette }: { palette: { background: { paper: string } } }) => alpha(palette.background.paper, 0.92),
  }) as const;
/** Where one can hover, they show on the tile at hand and on those that are selected. */
const atHand = {
  '@media (hover: hover)': {
    '& > .corner': { opacity: 0 },
    '&:hover > .corner, &:focus-within > .corner, &[data-selected] > .corner.start': { opacity: 1 },
  },
};

/** A file among others: how it looks, its name, its size, and whether nothing uses it. */
export function MediaTile({ record, isSelected, frame, start, end }: Props) {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      data-selected={isSelected || undefined}
      sx={{
        ...{ position: 'relative', minWidth: 0, borderRadius: 1, border: 1, borderColor: 'divider' },
        '&[data-selected]': {
          borderColor: 'primary.main',
          boxShadow: ({ palette }) => `0 0 0 1px ${palette.primary.main}`,
        },
        ...atHand,
      }}
    >
      {frame(
        <>
          <Box sx={{ aspectRatio: '4 / 3', width: '100%', borderRadius: '5px 5px 0 0', overflow: 'hidden' }}>
            <MediaThumb record={record} />
          </Box>
          <Box sx={{ p: 1, minWidth: 0, width: '100%', textAlign: 'start' }}>
            <Typography noWrap title={record.name} sx={{ fontWeight: 500 }}>
              {record.name}
            </Typography>
            <Box sx={{ ...little, display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <span>{measureOf(record)}</span>
              {record.used === 0 && <span>{translate('media.unused')}</span>}
            </Box>
          </Box>
        </>,
      )}
      {start && (
        <Box className="corner start" sx={corner('left')}>
          {start}
        </Box>
      )}
      {end && (
        <Box className="corner" sx={corner('right')}>
          {end}
        </Box>
      )}
    </Box>
  );
}
