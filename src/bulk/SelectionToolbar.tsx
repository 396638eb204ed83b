import Close from '@mui/icons-material/Close';
import Delete from '@mui/icons-material/DeleteOutline';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, type SxProps, type Theme, Tooltip, Typography } from '@mui/material';
import { type Identifier, useListContext, useRefresh, useTranslate } from 'ra-core';
import { Suspense, useRef, useState } from 'react';
import { bulkSelect, maxInBulk } from '../../contract/calls/bulk.ts';
import { takesGenericCalls } from '../../contract/index.ts';
import { resolveDateRange } from '../../dataProvider/resolveDateRange.ts';
import type { Resource } from '../declaration/resource.ts';
import { useUndo } from '../delete/useUndo.tsx';
import { features, http } from '../services/services.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { useToast } from '../ui/useToast.ts';
import { DuplicateMany } from './duplicate.tsx';
import { useBulkActions } from './useBulkActions.ts';
import { useOfferUndo } from './useOfferUndo.tsx';
import type { Run } from './useRun.ts';

export function SelectionToolbar({ resource, ids }: { resource: Resource; ids: Identifier[] }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const offerUndo = useUndo(resource);
  const offerBatchUndo = useOfferUndo();
  const { canEdit, canDuplicate, canDelete } = useBulkActions(resource);
  const { onUnselectItems } = useListContext();
  const { BulkActions } = resource.list;
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  // The selection when the dialog opened: it may be cleared before the report is closed.
  const [dialogIds, setDialogIds] = useState<number[]>([]);
  const ask = (what: 'edit' | 'delete') => {
    setDialogIds(ids.map(Number));
    setAsked(what);
  };
  const box = useRef<HTMLDivElement>(null);
  const done = (run: Run) => {
    focusRows(box.current);
    setAsked(undefined);
    onUnselectItems();
    refresh();
    if (asked === 'delete') offerUndo(dialogIds);
    else offerBatchUndo('bulk.edited', { n: run.outcome.done }, run.batch);
  };
  const close = (run: Run | undefined) => {
    setAsked(undefined);
    if (run) refresh();
  };
  const shared = { resource, ids: dialogIds, onDone: done, onClose: close };
  return (
    <Box ref={box} role="toolbar" aria-label={translate('bulk.bar')} sx={barPlace}>
      <Tooltip title={translate('bulk.clear')}>
        <IconButton size="small" aria-label={translate('bulk.clear')} onClick={() => onUnselectItems()}>
          <Close fontSize="small" />
        </IconButton>
      </Tooltip>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {translate('bulk.selected', { n: ids.length })}
      </Typography>
      <SelectAll resource={resource} chosen={ids} />
      <Box sx={{ display: 'flex', gap: 1, ml: { xs: 'auto', md: 1 } }}>
        {canEdit && (
          <Button size="small" startIcon={<Edit />} onClick={() => ask('edit')}>
            {translate('bulk.edit')}
          </Button>
        )}
        {canDuplicate && <DuplicateMany resource={resource} ids={ids.map(Number)} />}
        {canDelete && (
          <Button size="small" color="error" startIcon={<Delete />} onClick={() => ask('delete')}>
            {translate('list.delete')}
          </Button>
        )}
        {BulkActions && <BulkActions />}
      </Box>
      <Suspense>
        {asked === 'edit' && <EditMany {...shared} />}
        {asked === 'delete' && <DeleteMany {...shared} />}
      </Suspense>
    </Box>
  );
}

/** Moves the focus to the first row: the focused button disappears with the bar. */
function focusRows(bar: HTMLElement | null): void {
  const list = bar?.parentElement?.parentElement;
  // The dialog restores the focus when it closes.
  setTimeout(() => list?.querySelector<HTMLElement>('td a, li a')?.focus());
}

/** Once the whole page is selected: offers to select all records that match the filter. */
function SelectAll({ resource, chosen }: { resource: Resource; chosen: Identifier[] }) {
  const translate = useTranslate();
  const toast = useToast();
  const { data = [], total = 0, filterValues, sort, onSelect } = useListContext();
  const [isAsking, setAsking] = useState(false);
  const isWholePage = data.length > 0 && data.every(({ id }) => chosen.includes(id));
  const isOffered = features.has('bulk') && takesGenericCalls(resource.entity) && !resource.entity.tree;
  if (!isOffered || !isWholePage || total <= chosen.length) return null;
  if (total > maxInBulk)
    return <Typography color="text.secondary">{translate('bulk.tooMany', { most: maxInBulk })}</Typography>;
  const selectAll = async () => {
    setAsking(true);
    try {
      const filter = { ...resolveDateRange(filterValues), sort: sort.field, order: sort.order.toLowerCase() };
      onSelect((await http.call(bulkSelect, { entity: resource.name, filter })).ids);
    } catch (error) {
      toast.error(error);
    }
    setAsking(false);
  };
  return (
    <Button size="small" loading={isAsking} onClick={selectAll}>
      {translate('bulk.selectAll', { n: total })}
    </Button>
  );
}

const EditMany = lazyComponent(() => import('./EditMany.tsx').then((module) => module.EditMany));
const DeleteMany = lazyComponent(() => import('./DeleteMany.tsx').then((module) => module.DeleteMany));

/** Over the tools of the list, or at the lower edge of a narrow screen, so that nothing moves. */
const barPlace: SxProps<Theme> = {
  position: { xs: 'sticky', md: 'absolute' },
  inset: { md: 0 },
  bottom: { xs: 0 },
  order: { xs: 1, md: 0 },
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'flex-start',
  gap: 1,
  py: { xs: 1, md: 0 },
  px: { xs: 1, md: 0 },
  bgcolor: 'background.default',
  borderTop: { xs: 1, md: 0 },
  borderColor: { xs: 'divider' },
};
