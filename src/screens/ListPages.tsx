import { Box } from '@mui/material';
import { useListContext } from 'ra-core';
import { Pagination } from 'ra-ui-materialui';
import { features } from '../services.ts';

/** Page, size and total below a list; the size is the back end's where it takes none. */
export function ListPages() {
  const { total, isPending } = useListContext();
  if (isPending || !total) return null;
  return (
    <Box component="nav" sx={{ mt: 'auto' }}>
      <Pagination rowsPerPageOptions={features.has('list') ? [10, 20, 50, 100] : []} />
    </Box>
  );
}
