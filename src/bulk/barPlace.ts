import type { SxProps, Theme } from '@mui/material';

/** The bar of a selection: over the tools of the list, or at the lower edge of a narrow screen, so that nothing moves. */
export const barPlace: SxProps<Theme> = {
  position: { xs: 'sticky', md: 'absolute' },
  inset: { md: 0 },
  bottom: { xs: 0 },
  order: { xs: 1, md: 0 },
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'flex-start',
  gap: 1,
  py: { xs: 1, md: 0 },
  px: { xs: 1, md: 0 },
  bgcolor: 'background.default',
  borderTop: { xs: 1, md: 0 },
  borderColor: { xs: 'divider' },
};
