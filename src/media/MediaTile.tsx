import { Box, ButtonBase, type ButtonBaseProps, Skeleton, Typography } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import type { ElementType, KeyboardEvent, ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { sizes } from '../theme/index.ts';
import { MediaThumb } from './MediaThumb.tsx';
import { formatSize, type Media } from './mediaRecord.ts';

interface Props {
  record: Media;
  isSelected: boolean;
  button: ButtonBaseProps<'button', { component?: ElementType; to?: To }>;
  start?: ReactNode;
  end?: ReactNode;
}

const captionStyle = {
  typography: 'caption',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
} as const;
const corner = (side: 'left' | 'right') =>
  ({
    position: 'absolute',
    top: 6,
    [side]: 6,
    display: 'flex',
    borderRadius: 1,
    bgcolor: ({ palette }: { palette: { background: { paper: string } } }) => alpha(palette.background.paper, 0.92),
  }) as const;
/** With a mouse the corners show on hover, on focus, and on selected tiles. */
const cornerVisibility = {
  '@media (hover: hover)': {
    '& > .corner': { opacity: 0 },
    '&:hover > .corner, &:focus-within > .corner, &[data-selected] > .corner.start': { opacity: 1 },
  },
};

export function MediaTile({ record, isSelected, button, start, end }: Props) {
  const translate = useTranslate();
  return (
    <Box
      component="li"
      data-selected={isSelected || undefined}
      sx={{
        position: 'relative',
        minWidth: 0,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        '&[data-selected]': {
          borderColor: 'primary.main',
          boxShadow: ({ palette }) => `0 0 0 1px ${palette.primary.main}`,
        },
        ...cornerVisibility,
      }}
    >
      <ButtonBase
        data-tile
        sx={{ display: 'block', width: '100%', borderRadius: 1, '&:hover': { bgcolor: 'action.hover' } }}
        {...button}
      >
        <Box sx={{ aspectRatio: '4 / 3', width: '100%', borderRadius: '5px 5px 0 0', overflow: 'hidden' }}>
          <MediaThumb record={record} />
        </Box>
        <Box sx={{ p: 1, minWidth: 0, width: '100%', textAlign: 'start' }}>
          <Typography noWrap title={record.name} sx={{ fontWeight: 500 }}>
            {record.name}
          </Typography>
          <Box sx={{ ...captionStyle, display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <span>{formatSize(record)}</span>
            {record.used === 0 && <span>{translate('media.unused')}</span>}
          </Box>
        </Box>
      </ButtonBase>
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

export const TileSkeletons = () => (
  <Box aria-busy="true" sx={gridStyle}>
    {Array.from({ length: 12 }, (_, at) => at).map((at) => (
      <Skeleton key={at} variant="rounded" sx={{ aspectRatio: '1 / 1', height: 'auto' }} />
    ))}
  </Box>
);

export function gridKeys(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')];
  const at = tiles.indexOf(document.activeElement as HTMLElement);
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const top = (tile: HTMLElement | undefined) => tile?.getBoundingClientRect().top;
  const columns = tiles.findIndex((tile) => top(tile) !== top(tiles[0]));
  const inRow = columns < 1 ? tiles.length : columns;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + inRow, ArrowUp: at - inRow, Home: 0, End: -1 }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  (event.key === 'End' ? tiles.at(-1) : tiles[to])?.focus();
}

export const gridStyle = {
  listStyle: 'none',
  m: 0,
  p: 0.5,
  display: 'grid',
  gap: 1.5,
  alignContent: 'start',
  overflowY: { sm: 'auto' },
  minHeight: 0,
  flex: '0 1 auto',
  gridTemplateColumns: ({ spacing }: { spacing: (n: number) => string }) =>
    `repeat(auto-fill, minmax(min(calc(50% - ${spacing(1)}), ${sizes.tile}), 1fr))`,
} as const;
