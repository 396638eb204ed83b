import { Box, Skeleton } from '@mui/material';
import { gridStyle } from './gridStyle.ts';

/** Tiles in the shape of what is to come. */
export const TileSkeletons = () => (
  <Box aria-busy="true" sx={gridStyle}>
    {Array.from({ length: 12 }, (_, at) => at).map((at) => (
      <Skeleton key={at} variant="rounded" sx={{ aspectRatio: '1 / 1', height: 'auto' }} />
    ))}
  </Box>
);
