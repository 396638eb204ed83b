import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { useScreenTitle } from '../layout/pageTitle.ts';
import { SkeletonRows } from '../screens/faces/SkeletonRows.tsx';
import { Permitted } from '../screens/Permitted.tsx';
import { sizes } from '../theme/index.ts';

/** The frame of a screen of the configuration, or what one lacks to see it. */
export function ConfigScreen({ entity: { name, screen }, children }: { entity: Entity; children: ReactNode }) {
  useScreenTitle(screen);
  return (
    <Permitted resource={name} waiting={<SkeletonRows rows={8} height={sizes.formRow} />}>
      <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: { xs: 'column', lg: 'row' } }}>
        {children}
      </Box>
    </Permitted>
  );
}
