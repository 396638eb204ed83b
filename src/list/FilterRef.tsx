import { Box } from '@mui/material';
import { useGetRecordRepresentation, useListContext } from 'ra-core';
import { Suspense } from 'react';
import { hasAll } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import type { Resource } from '../declaration/resource.ts';
import { useEmbeddedTitle } from '../fields/RefTitle.tsx';
import { useAll } from '../fields/useAll.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { FilterChoice } from './FilterChoice.tsx';

const SearchedFilter = lazyComponent(() => import('./SearchedFilter.tsx').then((module) => module.SearchedFilter));

interface Props {
  resource: Resource;
  name: string;
}

export function FilterRef(props: Props) {
  const { entity = '' } = props.resource.entity.fields[props.name] ?? {};
  if (hasAll(entities[entity as EntityName])) return <FilterAmongAll {...props} />;
  return (
    <Suspense fallback={<Box sx={{ width: sizes.search, height: sizes.input }} />}>
      <SearchedFilter {...props} />
    </Suspense>
  );
}

function FilterAmongAll({ resource, name }: Props) {
  const entity = resource.entity.fields[name]?.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const { data, isForbidden } = useAll(entity);
  const embeddedTitle = useEmbeddedTitle(entity);
  const { filterValues, data: listed } = useListContext();
  const current = filterValues[name];
  const choices = data?.map((row) => ({
    value: Number(row.id),
    label: String(nameOf(row)),
    level: row.level,
  }));
  // If the right to the choices is missing, a filter set by an address is still shown and can be removed.
  if ((isForbidden || data?.length === 0) && current === undefined) return null;
  const embedded = listed?.map((row) => embeddedTitle(row, Number(current))).find(Boolean);
  return (
    <FilterChoice
      resource={resource}
      name={name}
      choices={choices}
      otherwise={current === undefined ? undefined : (embedded ?? `#${current}`)}
    />
  );
}
