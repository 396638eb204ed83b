import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useListContext, useTranslate } from 'ra-core';

/** Tells those who cannot see it how many there are, each time a search or a filter changes that; an empty list says so itself. */
export function ListStatus() {
  const translate = useTranslate();
  const { total } = useListContext();
  return (
    <Box role="status" sx={visuallyHidden}>
      {total ? translate('list.total', { total }) : ''}
    </Box>
  );
}
