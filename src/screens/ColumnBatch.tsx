import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import { Box, Button } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { later } from '../later.tsx';
import type { Resource } from '../resource.ts';
import { useMay } from './useMay.ts';

const ColumnBatchDialog = later(() => import('./ColumnBatchDialog.tsx').then((module) => module.ColumnBatchDialog));

/** Opens the dialog that adds several columns at once. */
export function ColumnBatch({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const mayCreate = useMay(resource.name, 'create');
  const [isOpen, setOpen] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PlaylistAdd />}
        onClick={() => setOpen(true)}
        sx={({ breakpoints }) => ({ [breakpoints.down('sm')]: { minWidth: 40, '& .MuiButton-startIcon': { m: 0 } } })}
      >
        {/* On a phone its sign alone is seen. */}
        <Box component="span" sx={({ breakpoints }) => ({ [breakpoints.down('sm')]: visuallyHidden })}>
          {translate('column.batch')}
        </Box>
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnBatchDialog resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
