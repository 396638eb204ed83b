import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Typography } from '@mui/material';

/** The empty state of a section: an icon and a sentence. */
export function Nothing({ Icon, children }: { Icon: SvgIconComponent; children: string }) {
  return (
    <Box
      sx={{
        flex: 1,
        height: '100%',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        textAlign: 'center',
      }}
    >
      <Icon color="disabled" fontSize="large" />
      <Typography color="text.secondary">{children}</Typography>
    </Box>
  );
}
