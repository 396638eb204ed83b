import { Box, Skeleton } from '@mui/material';
import { useListContext } from 'ra-core';
import type { Resource } from '../resource.ts';
import { EntityTable } from '../screens/EntityTable.tsx';
import { gridStyle } from './gridStyle.ts';
import { MediaGrid } from './MediaGrid.tsx';
import { useMediaView } from './useMediaView.ts';

/** The files of the page, as tiles or as rows. */
export function MediaRows({ resource }: { resource: Resource }) {
  const [view] = useMediaView();
  const { isPending } = useListContext();
  if (view === 'list') return <EntityTable resource={resource} />;
  return isPending ? <TileSkeletons /> : <MediaGrid resource={resource} />;
}

/** Tiles in the shape of what is to come. */
export const TileSkeletons = () => (
  <Box aria-busy="true" sx={gridStyle}>
    {Array.from({ length: 12 }, (_, at) => at).map((at) => (
      <Skeleton key={at} variant="rounded" sx={{ aspectRatio: '1 / 1', height: 'auto' }} />
    ))}
  </Box>
);
