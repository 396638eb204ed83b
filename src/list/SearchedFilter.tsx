import { useListContext } from 'ra-core';
import { useMayChoose } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { RecordSearch } from '../fields/RecordSearch.tsx';
import { sizes } from '../theme/index.ts';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

export function SearchedFilter({ resource, name }: { resource: Resource; name: string }) {
  const entity = resource.entity.fields[name]?.entity ?? '';
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const current = Number(filterValues[name]);
  // If the right to the choices is missing, a filter set by an address is still shown and can be removed.
  if (useMayChoose(entity) === false && !current) return null;
  return (
    <RecordSearch
      entity={entity}
      value={current ? [current] : []}
      onChange={([id]) => changeFilters({ [name]: id })}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: sizes.search } }}
      input={{ placeholder: label }}
      ariaLabel={label}
    />
  );
}
