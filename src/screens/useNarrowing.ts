import { useListContext, useTranslate } from 'ra-core';
import { localTime } from '../fields/localTime.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { useFilterChoices } from './useFilterChoices.ts';

interface Narrowing {
  /** Empty where the list is narrowed by nothing. */
  words: string;
  /** Says one filter that is set. */
  wordOf: (name: string) => string;
  clear: () => void;
}

/** What the list around it is narrowed by, in words, and how to widen it again. */
export function useNarrowing(resource: Resource): Narrowing {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const choicesOf = useFilterChoices(resource);
  const { filterValues, setFilters } = useListContext();
  // A log has no other filters than those that one sets.
  const narrowing = resource.entity.isLog
    ? Object.keys(filterValues)
    : ['ids', 'searchKey', ...(resource.filters ?? [])];
  const place = resource.usePlace?.();
  const used = narrowing.filter((name) => filterValues[name] !== undefined);
  const wordOf = (name: string) => {
    const given = filterValues[name];
    if (name === 'searchKey') return translate('list.searchFor', { text: given });
    if (name === 'ids') return translate('list.chosen', { n: given.length });
    if (name === 'from' || name === 'to') return translate(`log.${name}Time`, { time: localTime(new Date(given)) });
    const value = choicesOf(name).find((choice) => choice.value === given)?.label ?? String(given);
    return translate('list.filterIs', { name: label(name), value });
  };
  // Where nothing else narrows the list, a place is no filter of it.
  const words = used.length > 0 && place ? [...used.map(wordOf), place.word] : used.map(wordOf);
  const cleared = [...narrowing, place?.name];
  return {
    words: words.join(translate('list.and')),
    wordOf,
    clear: () =>
      setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !cleared.includes(name))), []),
  };
}
