import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Two values of a card beside each other, the second as wide as is said; what comes last stands below them. */
export function CardCells({ second, children }: { second: '1fr' | '2fr'; children: ReactNode }) {
  return (
    <Box
      sx={{
        ...{ flex: 1, minWidth: 0, display: 'grid', gap: 1 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `minmax(0, 1fr) minmax(0, ${second})` },
        '& > :last-child': { gridColumn: '1 / -1' },
      }}
    >
      {children}
    </Box>
  );
}
