import { Box } from '@mui/material';
import { useCanAccess, useGetResourceLabel } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { usePageTitle } from '../layout/pageTitle.ts';
import { Failed } from '../screens/faces/Failed.tsx';
import { Forbidden } from '../screens/faces/Forbidden.tsx';
import { SkeletonRows } from '../screens/faces/SkeletonRows.tsx';
import { ToHome } from '../screens/faces/ToHome.tsx';
import { sizes } from '../theme/index.ts';

/** The frame of a screen of the configuration, or what one lacks to see it. */
export function ConfigScreen({ entity: { name }, children }: { entity: Entity; children: ReactNode }) {
  const { canAccess, isPending, error, refetch } = useCanAccess({ resource: name, action: 'list' });
  usePageTitle(useGetResourceLabel()(name, 1));
  if (isPending) return <SkeletonRows rows={8} height={sizes.formRow} />;
  if (error && !canAccess) return <Failed error={error} onRetry={refetch} />;
  if (!canAccess)
    return (
      <Forbidden resource={name} action="list">
        <ToHome />
      </Forbidden>
    );
  return (
    <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: { xs: 'column', lg: 'row' } }}>
      {children}
    </Box>
  );
}
