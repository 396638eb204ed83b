import type { Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';

/** Of a button with a sign and a word in a span: on a phone its sign alone is seen. */
export const signAlone = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    minWidth: 40,
    '& .MuiButton-startIcon': { m: 0 },
    '& > span:last-child': visuallyHidden,
  },
});
