import { Chip } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { batchUndo } from '../../contract/calls/batch.ts';
import { UndoBatchButton } from '../bulk/UndoBatchButton.tsx';
import type { Resource } from '../declaration/resource.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { TimeRange } from '../list/TimeRange.tsx';
import { useActiveFilters } from '../list/useActiveFilters.ts';
import { features } from '../services/services.ts';
import { LoggedTarget } from './LoggedTarget.tsx';

const none = { kind: 'text' } as const;

export function LogFilters({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { wordOf } = useActiveFilters(resource);
  const { target, target_id, batch } = filterValues as { target?: string; target_id?: number; batch?: string };
  const shown = ['from', 'to', 'searchKey', 'target', 'target_id', 'batch', ...(resource.list.filters ?? [])];
  const brought = Object.keys(filterValues).filter(
    (name) => !shown.includes(name) && resource.entity.fields[name]?.filter,
  );
  const drop = (...names: string[]) => changeFilters(Object.fromEntries(names.map((name) => [name, undefined])));
  const chip = { alignSelf: 'center', maxWidth: '100%' } as const;
  return (
    <>
      <TimeRange resource={resource} />
      {target && (
        <Chip
          label={
            <>
              {translate('log.about')} <LoggedTarget field={none} name="target" record={{ id: 0, target, target_id }} />
            </>
          }
          onDelete={() => drop('target', 'target_id')}
          sx={chip}
        />
      )}
      {batch && <Chip label={translate('log.ofBatch')} onDelete={() => drop('batch')} sx={chip} />}
      {batch && features.offers(batchUndo) && <UndoBatchButton batch={batch} />}
      {brought.map((name) => (
        <Chip key={name} label={wordOf(name)} onDelete={() => drop(name)} sx={chip} />
      ))}
    </>
  );
}
