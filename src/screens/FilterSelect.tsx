import type { Resource } from '../resource.ts';
import { FilterChoice } from './FilterChoice.tsx';
import { useFilterChoices } from './useFilterChoices.ts';

/** Narrows a list to one of the few values of a field. */
export const FilterSelect = ({ resource, name }: { resource: Resource; name: string }) => (
  <FilterChoice resource={resource} name={name} choices={useFilterChoices(resource)(name)} />
);
