import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** What differs. */
export const Mark = ({ children }: { children: ReactNode }) => (
  <Box component="mark" sx={{ bgcolor: 'action.selected', color: 'inherit', borderRadius: 0.5, px: 0.25 }}>
    {children}
  </Box>
);
