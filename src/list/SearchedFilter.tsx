import { useListContext } from 'ra-core';
import { useMayChoose } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { RecordSearch } from '../fields/RecordSearch.tsx';
import { sizes } from '../theme/index.ts';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

/** Narrows a list to records that refer to one of an entity that has no call for all of them: it is searched. */
export function SearchedFilter({ resource, name }: { resource: Resource; name: string }) {
  const entity = resource.entity.fields[name]?.entity ?? '';
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const current = Number(filterValues[name]);
  // Where one may not see the choices, what an address narrows by is said, and can be taken back.
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
