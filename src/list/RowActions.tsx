import Delete from '@mui/icons-material/DeleteOutline';
import Edit from '@mui/icons-material/EditOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Suspense, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../auth/useMay.ts';
import { useMayDuplicate } from '../bulk/useBulkActions.ts';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { DeleteDialogProps, Resource } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { useFocusNext } from '../delete/useFocusNext.ts';
import type { ListLink } from '../navigation/useListLink.ts';
import { sizes } from '../theme/index.ts';
import { MoveActions } from '../tree/MoveActions.tsx';
import { useMove } from '../tree/useMove.ts';
import { useAreFirstRows } from '../ui/DeferredRender.tsx';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

const DeleteDialog = lazyComponent(() => import('../delete/DeleteDialog.tsx').then((module) => module.DeleteDialog));
const DuplicateButton = lazyComponent(() => import('./listRest.ts').then((module) => module.DuplicateButton));
const ViewLiveButton = lazyComponent(() =>
  withTexts(import('../form/publishing/ViewLiveButton.tsx').then((module) => module.ViewLiveButton)),
);
const noButtonYet = <Box component="span" sx={{ width: sizes.action }} />;

/** Whether rows have any permitted action; true while rights are loading. */
export function useHasRowActions(resource: Resource): boolean {
  const { name, entity, row } = resource;
  const { Actions, useHasActions = () => Actions !== undefined } = row;
  const hasActions = useHasActions();
  const mayEdit = useMay(name, 'edit', true);
  const mayDelete = useMay(name, 'delete', true);
  const mayDuplicate = useMayDuplicate(resource);
  return (
    hasActions ||
    mayDuplicate ||
    (entity.calls.update !== undefined && mayEdit) ||
    (entity.calls.delete !== undefined && mayDelete)
  );
}

/** The rights that all rows of a table share, so that the table asks for them once. */
export function useRowRights(resource: Resource) {
  const mayEdit = useMay(resource.name, 'edit') && resource.entity.calls.update !== undefined;
  const mayDelete = useMay(resource.name, 'delete') && resource.entity.calls.delete !== undefined;
  const mayDuplicate = useMayDuplicate(resource);
  return useMemo(() => ({ mayEdit, mayDelete, mayDuplicate }), [mayEdit, mayDelete, mayDuplicate]);
}

interface Props {
  resource: Resource;
  rights: ReturnType<typeof useRowRights>;
  linkTo: ListLink;
}

export function RowActions({ resource, rights, linkTo }: Props) {
  const translate = useTranslate();
  const record = useRecordContext() as DeleteDialogProps['record'] | undefined;
  const [isDeleting, setDeleting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusNext(box, isDeleting);
  const { entity } = resource;
  const { Actions } = resource.row;
  const lockReason = useLockReason();
  const why = lockReason('edit', record);
  const mayEdit = rights.mayEdit && !why;
  const mayDelete = rights.mayDelete && !why && !lockReason('delete', record);
  const isLive = record?.state === 'published' && hasWorkingCopies(resource);
  const areFirst = useAreFirstRows();
  const hasMore = useMove() !== undefined || Actions !== undefined;
  if (!record) return null;
  if (areFirst && !hasMore) {
    const buttons = [isLive, mayEdit, rights.mayDuplicate, mayDelete].filter(Boolean).length;
    return <div ref={box} style={{ width: sizes.action * buttons }} />;
  }
  const title = String(record[entity.label] ?? record.id);
  const Confirm = resource.row.DeleteDialog ?? DeleteDialog;
  return (
    <Box ref={box} className="row-actions" component="span" sx={{ display: 'inline-flex', justifyContent: 'flex-end' }}>
      {Actions && <Actions resource={resource} />}
      <MoveActions resource={resource} />
      {why && <LockReason why={why} />}
      {isLive && (
        <Suspense fallback={noButtonYet}>
          <ViewLiveButton resource={resource} record={record} />
        </Suspense>
      )}
      {mayEdit && (
        <Tooltip title={translate('list.edit')}>
          <IconButton
            size="small"
            component={Link}
            to={linkTo(record.id)}
            aria-label={`${translate('list.edit')} ${title}`}
          >
            <Edit fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {rights.mayDuplicate && (
        <Suspense fallback={noButtonYet}>
          <DuplicateButton resource={resource} record={record} />
        </Suspense>
      )}
      {mayDelete && (
        <Tooltip title={translate('list.delete')}>
          <IconButton
            size="small"
            onClick={() => setDeleting(true)}
            aria-label={`${translate('list.delete')} ${title}`}
          >
            <Delete fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Suspense>
        {isDeleting && <Confirm resource={resource} record={record} onClose={() => setDeleting(false)} />}
      </Suspense>
    </Box>
  );
}

function LockReason({ why }: { why: string }) {
  const translate = useTranslate();
  const reason = translate(why);
  return (
    <Tooltip title={reason}>
      <Lock fontSize="small" color="disabled" titleAccess={reason} sx={{ m: 0.5 }} />
    </Tooltip>
  );
}
