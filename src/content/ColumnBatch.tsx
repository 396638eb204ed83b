import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { useMay } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { iconOnlyOnPhone } from '../ui/responsive.ts';

const ColumnBatchDialog = lazyComponent(() =>
  import('./ColumnBatchDialog.tsx').then((module) => module.ColumnBatchDialog),
);

/** Opens the dialog that adds several columns at once. */
export function ColumnBatch({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const mayCreate = useMay(resource.name, 'create');
  const [isOpen, setOpen] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<PlaylistAdd />} onClick={() => setOpen(true)} sx={iconOnlyOnPhone}>
        <span>{translate('column.batch')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnBatchDialog resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
