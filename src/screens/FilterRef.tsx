import { useGetRecordRepresentation, useListContext } from 'ra-core';
import { indentOf } from '../fields/indentOf.ts';
import { useAll } from '../fields/useAll.ts';
import { useToldTitle } from '../fields/useRefTitle.ts';
import type { Resource } from '../resource.ts';
import { FilterChoice } from './FilterChoice.tsx';

/** Narrows a list to records that refer to one of another entity; a tree is indented. */
export function FilterRef({ resource, name }: { resource: Resource; name: string }) {
  const entity = resource.entity.fields[name]?.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const { data, isForbidden } = useAll(entity);
  const toldTitle = useToldTitle(entity);
  const { filterValues, data: listed } = useListContext();
  const current = filterValues[name];
  const choices = data?.map((row) => ({ value: Number(row.id), label: indentOf(row.level) + nameOf(row) }));
  // Where one may not see the choices, what an address narrows by is said, and can be taken back.
  if (isForbidden && current === undefined) return null;
  const told = listed?.map((row) => toldTitle(row, Number(current))).find(Boolean);
  return (
    <FilterChoice
      resource={resource}
      name={name}
      choices={choices}
      otherwise={current === undefined ? undefined : (told ?? `#${current}`)}
    />
  );
}
