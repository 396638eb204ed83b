import { Box } from '@mui/material';
import { useSidebarState } from 'ra-ui-materialui';
import type { ReactNode } from 'react';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from './useIsBelow.ts';

/** The place of the left menu: 120 px, or its icons alone. On a phone the header has a drawer instead. */
export function Sidebar({ children }: { children: ReactNode }) {
  const [isOpen] = useSidebarState();
  if (useIsBelow('sm')) return null;
  return (
    <Box
      sx={{
        width: isOpen ? sizes.menuWidth : sizes.menuClosedWidth,
        height: `calc(100dvh - ${sizes.header}px)`,
        flexShrink: 0,
        overflow: 'hidden',
        bgcolor: 'menu.main',
      }}
    >
      {children}
    </Box>
  );
}
