import { Alert, Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { sizes } from '../theme/index.ts';

interface Props {
  title: string;
  /** Says what must be done first, and why. */
  hint: string;
  children: ReactNode;
}

/** Replaces every page until the administrator has done what `hint` demands. */
export function GatePage({ title, hint, children }: Props) {
  return (
    <Box
      sx={{
        flex: 1,
        p: { xs: 2, sm: 6 },
        display: 'grid',
        placeContent: 'start center',
        gridTemplateColumns: `minmax(0, ${sizes.dialog}px)`,
      }}
    >
      <Card variant="outlined" sx={{ p: { xs: 2, sm: 4 }, display: 'grid', gap: 2 }}>
        <Typography variant="h1">{title}</Typography>
        <Alert severity="info">{hint}</Alert>
        {children}
      </Card>
    </Box>
  );
}
