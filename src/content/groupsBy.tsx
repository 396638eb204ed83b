import { useListContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useAll } from '../fields/useAll.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { ListAside } from '../list/ListAside.tsx';
import { FailedLine } from '../ui/states/Failed.tsx';

export const groupsBy = (name: string) =>
  function Groups({ resource }: { resource: Resource }) {
    const translate = useTranslate();
    const label = useFieldLabel(resource.name);
    const { filterValues } = useListContext();
    const changeFilters = useChangeFilters();
    const { data, error, refetch } = useAll(resource.entity.fields[name]?.entity ?? '');
    const groups = (data ?? []).map(({ id, title }) => ({ id: Number(id), title }));
    const choose = (id: number) => changeFilters({ [name]: id || undefined });
    return (
      <ListAside
        label={label(name)}
        choices={[{ id: 0, title: translate('list.all') }, ...groups]}
        current={Number(filterValues[name] ?? 0)}
        onChoose={choose}
      >
        {error && !data && <FailedLine error={error} onRetry={refetch} />}
      </ListAside>
    );
  };

export const scopeFilterBy = (name: string) =>
  function useScopeFilter(resource: Resource) {
    const translate = useTranslate();
    const label = useFieldLabel(resource.name);
    const { filterValues } = useListContext();
    const { data } = useAll(resource.entity.fields[name]?.entity ?? '');
    const id = Number(filterValues[name] ?? 0);
    if (id === 0) return undefined;
    const title = data?.find((each) => Number(each.id) === id)?.title ?? `#${id}`;
    return { name, word: translate('list.filterIs', { name: label(name), value: title }) };
  };
