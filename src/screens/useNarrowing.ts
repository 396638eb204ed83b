import { useListContext, useTranslate } from 'ra-core';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { useFilterChoices } from './useFilterChoices.ts';

/** What the list around it is narrowed by, in words, empty where by nothing; and how to widen it again. */
export function useNarrowing(resource: Resource): { words: string; clear: () => void } {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const choicesOf = useFilterChoices(resource);
  const { filterValues, setFilters } = useListContext();
  const narrowing = ['searchKey', ...(resource.filters ?? [])];
  const used = narrowing.filter((name) => filterValues[name] !== undefined);
  const wordOf = (name: string) => {
    const given = filterValues[name];
    if (name === 'searchKey') return translate('list.searchFor', { text: given });
    const value = choicesOf(name).find((choice) => choice.value === given)?.label ?? String(given);
    return translate('list.filterIs', { name: label(name), value });
  };
  return {
    words: used.map(wordOf).join(translate('list.and')),
    clear: () =>
      setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !narrowing.includes(name))), []),
  };
}
