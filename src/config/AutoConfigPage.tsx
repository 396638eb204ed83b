import Tune from '@mui/icons-material/TuneOutlined';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useTranslate } from 'ra-core';
import { Link, useSearchParams } from 'react-router-dom';
import { autoGroup } from '../../contract/calls/config.ts';
import { autoConfig } from '../../contract/configScreens.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { listPath } from '../../contract/paths.ts';
import { ListAside } from '../list/ListAside.tsx';
import { basename, http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { ConfigForm, ConfigScreen } from './ConfigScreen.tsx';

const parameter = 'gid';

function Nothing({ of }: { of: 'noGroup' | 'noItem' }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: configItem.name, action: 'create' });
  return (
    <EmptyState icon={Tune} title={translate(`config.${of}`)} hint={translate(`config.${of}Hint`)}>
      {canAccess && (
        <Button component={Link} to={`${basename}${listPath(configItem)}`} variant="outlined">
          {translate('config.toExpand')}
        </Button>
      )}
    </EmptyState>
  );
}

function Groups() {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: [autoConfig.name, 'groups'],
    queryFn: ({ signal }) => http.call(autoGroup, {}, signal),
  });
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const groups = data.map(({ id, title }) => ({ id, title: title ?? String(id) }));
  const chosen = groups.find(({ id }) => id === Number(search.get(parameter))) ?? groups[0];
  if (!chosen) return <Nothing of="noGroup" />;
  return (
    <>
      <ListAside
        label={translate('config.groups')}
        choices={groups}
        current={chosen.id}
        onChoose={(id) => setSearch({ [parameter]: String(id) })}
      />
      <ConfigForm
        key={chosen.id}
        entity={autoConfig}
        id={chosen.id}
        title={chosen.title}
        address={`${basename}${autoConfig.screen}?${parameter}=${chosen.id}`}
        empty={<Nothing of="noItem" />}
      />
    </>
  );
}

export function AutoConfigPage() {
  return (
    <ConfigScreen entity={autoConfig}>
      <Groups />
    </ConfigScreen>
  );
}
