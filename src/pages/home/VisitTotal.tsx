import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { visitLines } from './visitLines.ts';

/** A total with the stroke of its line, so that the totals are the chart's legend. */
export function VisitTotal({ of, children }: { of: keyof typeof visitLines; children: ReactNode }) {
  const { color, stroke } = visitLines[of];
  return (
    <Typography sx={{ display: 'flex', alignItems: 'center', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
      <Box
        component="span"
        sx={{
          width: ({ spacing }) => spacing(2),
          borderTop: 2,
          borderTopStyle: stroke,
          borderColor: ({ palette }) => color(palette),
        }}
      />
      {children}
    </Typography>
  );
}
