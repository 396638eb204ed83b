import type { Palette } from '@mui/material';

/** How the two lines of the chart are told apart: by colour, and by stroke for those who see none. */
export const visitLines = {
  pv: { color: (palette: Palette) => palette.primary.main, stroke: 'solid' },
  uv: { color: (palette: Palette) => palette.text.secondary, stroke: 'dashed' },
} as const;
