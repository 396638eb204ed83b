import { type Breakpoint, type Theme, useMediaQuery } from '@mui/material';

/**
 * Whether the window is narrower than a breakpoint. Below `sm` it is a phone's, whose menus are in a drawer; below `md`
 * lists are cards; below `lg` what else stands beside a list stands above it.
 */
export const useIsBelow = (size: Breakpoint) =>
  useMediaQuery<Theme>((theme) => theme.breakpoints.down(size), { noSsr: true });
