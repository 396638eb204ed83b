import { useListContext, useTranslate } from 'ra-core';
import type { Kind } from '../../contract/kinds.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel, useFilterChoices } from '../declaration/useFieldLabel.ts';
import { localTime } from '../utils/format.ts';

interface Narrowing {
  words: string;
  wordOf: (name: string) => string;
  clear: () => void;
}

/** The filters of a list's date range: two times, or a preset (`resolveDateRange`). */
export const dateFilters = ['from', 'to', 'range'];
const always = ['ids', 'searchKey', ...dateFilters];
export const fewValued: readonly (Kind | undefined)[] = ['choice', 'flag', 'bool'];

/** Whether a filter is offered above the list, or may come with an address or a saved query. */
const isOffered = ({ list: { filters = [] }, entity }: Resource, name: string) =>
  [...always, ...filters].includes(name) || fewValued.includes(entity.fields[name]?.kind);

export function useDatedName({ name, entity }: Resource): string {
  const translate = useTranslate();
  const label = useFieldLabel(name);
  const { dated = 'create_time' } = entity;
  return dated === 'create_time' ? translate('log.time') : label(dated);
}

export function useActiveFilters(resource: Resource): Narrowing {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const choicesOf = useFilterChoices(resource);
  const dated = useDatedName(resource);
  const { filterValues, setFilters } = useListContext();
  const scope = resource.list.useScopeFilter?.(resource);
  // Filters of a log are all set by hand; other lists have some that are set beside them.
  const narrowing = Object.keys(filterValues).filter(
    (name) => resource.entity.isLog || isOffered(resource, name) || scope?.titles?.[name] !== undefined,
  );
  const isSet = (name: string) => filterValues[name] !== undefined;
  // Both ends of a range are one phrase.
  const isBetween = isSet('from') && isSet('to');
  const used = narrowing.filter((name) => isSet(name) && !(name === 'to' && isBetween));
  const time = (name: string) => localTime(new Date(filterValues[name]));
  const wordOf = (name: string) => {
    const given = filterValues[name];
    if (name === 'searchKey') return translate('list.searchFor', { text: given });
    if (name === 'ids') return translate('list.chosen', { n: given.length });
    if (name === 'from' && isBetween)
      return translate('log.betweenTimes', { name: dated, from: time(name), to: time('to') });
    if (name === 'from' || name === 'to') return translate(`log.${name}Time`, { name: dated, time: time(name) });
    if (name === 'range')
      return translate('list.filterIs', { name: dated, value: translate(`log.range.${given}`, { _: String(given) }) });
    const value =
      scope?.titles?.[name] ?? choicesOf(name).find((choice) => choice.value === given)?.label ?? String(given);
    return translate('list.filterIs', { name: label(name), value });
  };
  // The choice beside the list counts as a filter only together with others.
  const words = [...used.map(wordOf), ...(used.length > 0 && scope?.word ? [scope.word] : [])];
  const cleared = [...narrowing, ...(scope ? [scope.name, ...(resource.list.scope ?? [])] : [])];
  return {
    words: words.join(translate('list.and')),
    wordOf,
    clear: () =>
      setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !cleared.includes(name))), []),
  };
}
