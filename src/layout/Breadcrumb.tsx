import { Box, Typography } from '@mui/material';
import { useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { BackButton } from './BackButton.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Where the page stands in the menu, its title, and the way back where there is one. */
export function Breadcrumb({ height }: { height: number }) {
  const titleOf = useMenuTitle();
  const { trail } = useMenuPlace();
  const above = trail.slice(0, -1);
  return (
    <Box
      sx={{
        height,
        minHeight: height,
        px: 2,
        gap: 1,
        display: 'flex',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
      }}
    >
      <Box sx={{ display: height > sizes.breadcrumb ? 'block' : 'contents', minWidth: 0 }}>
        {above.length > 0 && (
          <Typography
            noWrap
            variant="caption"
            color="text.secondary"
            sx={{ display: { xs: 'none', sm: 'block' }, flexShrink: 0 }}
          >
            {above.map(titleOf).join(' / ')}
            {height > sizes.breadcrumb ? '' : ' /'}
          </Typography>
        )}
        <PageTitle />
      </Box>
      <BackButton />
    </Box>
  );
}
