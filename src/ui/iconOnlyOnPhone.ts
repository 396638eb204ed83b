import type { Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';

/** For a button with an icon and a word in a plain span: on a phone the icon alone is seen, the word names it. */
export const iconOnlyOnPhone = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    minWidth: 40,
    '& .MuiButton-startIcon': { m: 0 },
    // Not `:last-child`: after a click MUI puts a span of its own, the ripple, behind it.
    '& > span:not([class])': visuallyHidden,
  },
});
