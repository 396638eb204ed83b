import { type Theme, useMediaQuery } from '@mui/material';

/** A screen of a phone: the menus are in a drawer, lists are cards. */
export const useIsNarrow = () => useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
