import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { systemConfig } from '../../contract/configScreens.ts';
import type { Entity } from '../../contract/entity.ts';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { basename } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import type { Item } from './items.ts';

/** The frame of a configuration screen, or the missing right. */
export function ConfigScreen({ entity: { name, screen }, children }: { entity: Entity; children: ReactNode }) {
  useScreenTitle(screen);
  return (
    <ScreenAccess resource={name} loading={<SkeletonRows rows={8} height={sizes.formRow} />}>
      <Box sx={{ height: 'var(--content-height)', display: 'flex', flexDirection: { xs: 'column', lg: 'row' } }}>
        {children}
      </Box>
    </ScreenAccess>
  );
}

/** Without kinds from the back end, all items are shown here. */
const isSystem = ({ kind }: Item) => kind === '' || kind === 'system';

/** The system's items in one form, which is saved all or nothing. */
export function SystemConfigPage() {
  return (
    <ConfigScreen entity={systemConfig}>
      <ConfigForm entity={systemConfig} id={1} address={`${basename}${systemConfig.screen}`} only={isSystem} />
    </ConfigScreen>
  );
}
