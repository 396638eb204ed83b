import AddCircle from '@mui/icons-material/AddCircleOutline';
import Home from '@mui/icons-material/Home';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { setIndex } from '../../contract/calls/content.ts';
import { column } from '../../contract/entities/column.ts';
import { canBeHome } from '../../contract/models.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { http } from '../services/services.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { iconOnlyOnPhone } from '../ui/responsive.ts';
import { useToast } from '../ui/useToast.ts';

export function useHasColumnActions(): boolean {
  const setHome = useSetHome();
  const mayCreate = useMay(column.name, 'create', true);
  return setHome !== undefined || mayCreate;
}

export function ColumnActions({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const setHome = useSetHome();
  const linkTo = useListLink(resource);
  const mayCreate = useMay(resource.name, 'create');
  if (!record) return null;
  const isHome = record.is_home === 1;
  const homeLabel = translate(isHome ? 'list.isHome' : 'list.setHome');
  return (
    <>
      {isHome && !setHome && <Home fontSize="small" color="primary" titleAccess={`${homeLabel} ${record.title}`} />}
      {setHome && canBeHome(record.model) && (
        <Tooltip title={homeLabel}>
          <IconButton
            size="small"
            color={isHome ? 'primary' : 'default'}
            aria-pressed={isHome}
            aria-label={`${homeLabel} ${record.title}`}
            onClick={() => !isHome && setHome(Number(record.id))}
          >
            {isHome ? <Home fontSize="small" /> : <HomeOutlined fontSize="small" />}
          </IconButton>
        </Tooltip>
      )}
      {mayCreate && (
        <Tooltip title={translate('list.addBelow')}>
          <IconButton
            size="small"
            component={Link}
            to={linkTo('create')}
            state={{ given: { pid: record.id, model: record.model } }}
            aria-label={`${translate('list.addBelow')} ${record.title}`}
          >
            <AddCircle fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

/**
 * Makes a column the site's home; undefined for a role that may not. A failure shows nothing (docs/contract.md, "Failures"); the
 * refreshed list shows the present home page.
 */
export function useSetHome(): ((cid: number) => Promise<void>) | undefined {
  const toast = useToast();
  const mayCall = useMayCall();
  const refresh = useRefresh();
  const isRunning = useRef(false);
  if (!mayCall(setIndex)) return undefined;
  return async (cid) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await http.call(setIndex, { cid });
      toast.success('list.homeSet');
    } catch {
      // docs/contract.md, "Failures": no message. The refreshed list shows the present home page.
    }
    isRunning.current = false;
    refresh();
  };
}

const ColumnBatchDialog = lazyComponent(() =>
  import('./ColumnBatchDialog.tsx').then((module) => module.ColumnBatchDialog),
);

export function ColumnBatch({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const mayCreate = useMay(resource.name, 'create');
  const hasNoPlace = useHasNoColumn(resource);
  const [isOpen, setOpen] = useState(false);
  if (!mayCreate || hasNoPlace) return null;
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
