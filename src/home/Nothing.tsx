import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Typography } from '@mui/material';

/** A sentence in the room of what there is none of. */
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
