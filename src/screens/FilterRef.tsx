import { useGetRecordRepresentation, useListContext } from 'ra-core';
import { indentOf } from '../fields/indentOf.ts';
import { useAll } from '../fields/useAll.ts';
import type { Resource } from '../resource.ts';
import { FilterChoice } from './FilterChoice.tsx';

/** Narrows a list to records that refer to one of another entity; a tree is indented. */
export function FilterRef({ resource, name }: { resource: Resource; name: string }) {
  const entity = resource.entity.fields[name]?.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const { data } = useAll(entity);
  const current = useListContext().filterValues[name];
  const choices = data?.map((row) => ({ value: Number(row.id), label: indentOf(row.level) + nameOf(row) }));
  return (
    <FilterChoice
      resource={resource}
      name={name}
      choices={choices}
      otherwise={current === undefined ? undefined : `#${current}`}
    />
  );
}
