import { Box } from '@mui/material';
import { useGetResourceLabel } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { usePageTitle } from '../layout/pageTitle.ts';
import { SkeletonRows } from '../screens/faces/SkeletonRows.tsx';
import { Permitted } from '../screens/Permitted.tsx';
import { sizes } from '../theme/index.ts';

/** The frame of a screen of the configuration, or what one lacks to see it. */
export function ConfigScreen({ entity: { name }, children }: { entity: Entity; children: ReactNode }) {
  usePageTitle(useGetResourceLabel()(name, 1));
  return (
    <Permitted resource={name} waiting={<SkeletonRows rows={8} height={sizes.formRow} />}>
      <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: { xs: 'column', lg: 'row' } }}>
        {children}
      </Box>
    </Permitted>
  );
}
