import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMenuQuery } from './useMenu.ts';

/** In the place of a menu that could not be read; it is asked for again by itself too. */
export function MenuFailed() {
  const translate = useTranslate();
  const { data, error, refetch } = useMenuQuery();
  if (data || !error) return null;
  return (
    <Box role="alert" sx={{ px: 1.5, py: 1, display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography variant="body2">{translate('frame.menuFailed')}</Typography>
      <Button size="small" variant="outlined" color="inherit" onClick={() => refetch()}>
        {translate('list.retry')}
      </Button>
    </Box>
  );
}
