import { type Breakpoint, type Theme, useMediaQuery } from '@mui/material';
import { visuallyHidden } from '@mui/utils';

/**
 * Whether the window is narrower than a breakpoint or a number of pixels. Below `sm` (a phone) menus are in a drawer; below `md` lists are
 * cards; below `lg` a list's aside is above it.
 */
export const useIsBelow = (size: Breakpoint | number) =>
  useMediaQuery<Theme>((theme) => theme.breakpoints.down(size), { noSsr: true });

/** A window so low (a laptop at 200 % zoom) that a list scrolls with its page instead of in a box of its own. */
export const lowWindow = '@media (max-height: 599.95px)';

/** For a button with an icon and its label in a plain span: on a phone only the icon is visible. */
export const iconOnlyOnPhone = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    minWidth: 40,
    '& .MuiButton-startIcon': { m: 0 },
    // Not `:last-child`: after a click MUI appends the ripple's span.
    '& > span:not([class])': visuallyHidden,
  },
});
