import { Box, Skeleton } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { sizes } from '../theme/index.ts';

/** Tiles in the shape of what is to come. */
export const TileSkeletons = () => (
  <Box aria-busy="true" sx={gridStyle}>
    {Array.from({ length: 12 }, (_, at) => at).map((at) => (
      <Skeleton key={at} variant="rounded" sx={{ aspectRatio: '1 / 1', height: 'auto' }} />
    ))}
  </Box>
);

/** Moves the focus among the tiles of a grid by the arrows, Home and End. */
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

/** Tiles beside each other, at least two. */
export const gridStyle = {
  ...{ listStyle: 'none', m: 0, p: 0.5, display: 'grid', gap: 1.5, alignContent: 'start', overflowY: { sm: 'auto' } },
  ...{ minHeight: 0, flex: '0 1 auto' },
  gridTemplateColumns: ({ spacing }: { spacing: (n: number) => string }) =>
    `repeat(auto-fill, minmax(min(calc(50% - ${spacing(1)}), ${sizes.tile}), 1fr))`,
} as const;
