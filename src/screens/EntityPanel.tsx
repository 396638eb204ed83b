import { Box, Drawer, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { useListLink } from './useListLink.ts';

const EntityEditor = lazy(() => import('./EntityEditor.tsx').then((module) => ({ default: module.EntityEditor })));

/** The panel over a list, 60 % of the viewport wide, all of it below 900 px (console.md section 9). */
export function EntityPanel({ resource, isNew = false }: { resource: Resource; isNew?: boolean }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { id } = useParams();
  const linkTo = useListLink(resource);
  const close = () => navigate(linkTo());
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'panel-title',
          sx: { width: { xs: '100%', md: sizes.panelWidth }, maxWidth: '100%' },
        },
      }}
      sx={{ zIndex: (theme) => theme.zIndex.drawer + 2 }}
    >
      <Suspense
        fallback={
          <Box sx={{ p: 3 }} role="status" aria-label={translate('pages.loading')}>
            <Skeleton height={40} />
            <Skeleton variant="rounded" height={320} />
          </Box>
        }
      >
        <EntityEditor key={id} resource={resource} id={isNew ? undefined : Number(id)} onClose={close} />
      </Suspense>
    </Drawer>
  );
}
