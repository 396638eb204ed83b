import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { DataProviderContext, ResourceContextProvider, useCanAccess, useGetOne } from 'ra-core';
import { type ReactNode, useEffect } from 'react';
import { systemConfig } from '../../contract/configScreens.ts';
import type { Entity } from '../../contract/entity.ts';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { FormAddress } from '../drafts/formDrafts.ts';
import { RecordEditor } from '../form/RecordEditor.tsx';
import { webInfoKey } from '../navigation/webInfo.ts';
import { quiet } from '../services/queryClient.ts';
import { basename } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useScreenTitle } from '../ui/pageTitle.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { type ConfigRecord, configProvider } from './configProvider.ts';
import type { Item } from './items.ts';
import { useConfigResource } from './useConfigResource.tsx';

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

/** If the back end sends no kinds, this screen shows all items. */
const isSystem = ({ kind }: Item) => kind === '' || kind === 'system';

export function SystemConfigPage() {
  return (
    <ConfigScreen entity={systemConfig}>
      <ConfigForm entity={systemConfig} id={1} address={`${basename}${systemConfig.screen}`} only={isSystem} />
    </ConfigScreen>
  );
}

interface Props {
  entity: Entity;
  id: number;
  address: string;
  title?: string;
  only?: (item: Item) => boolean;
  empty?: ReactNode;
}

export function ConfigForm(props: Props) {
  return (
    <DataProviderContext.Provider value={configProvider}>
      <ResourceContextProvider value={props.entity.name}>
        <FormAddress value={props.address}>
          <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column', '& form': narrow }}>
            <Body {...props} />
          </Box>
        </FormAddress>
      </ResourceContextProvider>
    </DataProviderContext.Provider>
  );
}

const narrow = { '& [id^=panel-] > *': { maxWidth: sizes.settings } };

function useShownInfo(data: ConfigRecord | undefined): void {
  const queries = useQueryClient();
  const { web_title, web_logo, web_frame_hosts }: Record<string, unknown> = data ?? {};
  useEffect(() => {
    const all = Object.entries({ web_title, web_logo, web_frame_hosts });
    const read = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    queries.setQueryData<object>(webInfoKey, (shown) => shown && { ...shown, ...read });
  }, [queries, web_title, web_logo, web_frame_hosts]);
}

function Body({ entity, id, title, only, empty }: Props) {
  const { data, error, refetch } = useGetOne<ConfigRecord>(entity.name, { id }, quiet);
  useShownInfo(data);
  const edit = useCanAccess({ resource: entity.name, action: 'edit' });
  const items = data?.items.filter((item) => !only || only(item));
  const resource = useConfigResource(entity, items, title);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!items || edit.isPending) return <SkeletonRows rows={8} height={sizes.formRow} />;
  if (items.length === 0 && empty) return empty;
  return <RecordEditor resource={resource} id={id} isReadOnly={edit.canAccess === false} onClose={() => {}} />;
}
