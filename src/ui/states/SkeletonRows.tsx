import { Box, Skeleton } from '@mui/material';

export function SkeletonRows({ rows = 10, height }: { rows?: number; height: string }) {
  return (
    <Box aria-busy="true" sx={{ width: '100%', px: 2 }}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Box key={row} sx={{ height, display: 'flex', alignItems: 'center' }}>
          <Skeleton width="100%" height="50%" />
        </Box>
      ))}
    </Box>
  );
}
