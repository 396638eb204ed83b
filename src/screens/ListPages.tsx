import { Box } from '@mui/material';
import { useListContext } from 'ra-core';
import { Pagination } from 'ra-ui-materialui';
import { features } from '../services.ts';
import { sizes } from '../theme/index.ts';
import { Afterwards } from './Afterwards.tsx';
import { useFolding } from './TreeRows.tsx';

/** Page, size and total below a list; the size is the back end's where it takes none. */
export function ListPages() {
  const { total, perPage, isPending } = useListContext();
  const isTree = useFolding() !== undefined;
  if (isPending || !total || (isTree && total <= perPage)) return null;
  return (
    <Box component="nav" sx={{ mt: 'auto', flexShrink: 0 }}>
      <Afterwards room={<Box sx={{ height: sizes.pages }} />}>
        <Pagination rowsPerPageOptions={features.has('list') ? [10, 20, 50, 100] : []} />
      </Afterwards>
    </Box>
  );
}
