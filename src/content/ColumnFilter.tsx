import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { ListAside } from '../list/ListAside.tsx';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { FailedLine } from '../ui/states/Failed.tsx';

/** A back end without filters lists the records of one column. Until one is chosen, it is the first. */
const needsColumn = () => !features.has('filtering');

/** The filter of a list that is opened for the first time; undefined while the columns load. */
export function useStartColumn(): { cid?: number } | undefined {
  const { data, isFetched } = useAll('column', undefined, needsColumn());
  if (!needsColumn() || (isFetched && !data?.[0])) return anyColumn;
  return data?.[0] && { cid: Number(data[0].id) };
}
const anyColumn = {};

export function ColumnFilter({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data, error, refetch } = useAll('column');
  const columns = data ?? [];
  const sidOf = useSidOf();
  const current = Number(filterValues.cid ?? 0);
  // The parameters of a single page are filtered by its `sid` too.
  const hasPages = !resource.entity.tree && resource.entity.fields.sid !== undefined;
  const requested = useRef<number>(undefined);
  // Filters may change while `filterBy` waits, so it applies the latest function.
  const changeLatest = useEvent(changeFilters);
  const filterBy = async (cid: number, others: Record<string, undefined>, options?: { replace: boolean }) => {
    requested.current = cid;
    const sid = hasPages && cid > 0 ? await sidOf(cid) : undefined;
    // Another column may have been chosen meanwhile, or another screen.
    if (requested.current === cid) changeLatest({ ...others, cid: cid || undefined, sid }, options);
  };
  const choose = (cid: number) =>
    filterBy(cid, Object.fromEntries(Object.keys(filterValues).map((name) => [name, undefined])));

  const lacksPage = hasPages && current > 0 && filterValues.sid === undefined;
  // The filters of the list were cleared, or stored without a column.
  const first = current === 0 && needsColumn() ? Number(columns[0]?.id ?? 0) : 0;
  // Completing an address replaces its history entry: Back would lead to the address that is completed again.
  const complete = useEffectEvent((cid: number) => filterBy(cid, {}, { replace: true }));
  useEffect(() => {
    if (lacksPage || first > 0) complete(current || first);
  }, [lacksPage, first, current]);
  useEffect(
    () => () => {
      requested.current = undefined;
    },
    [],
  );
  const all = { id: 0, title: translate('list.allColumns'), level: 1 };
  const choices = columns.map(({ id, title, level }) => ({ id: Number(id), title, level: Number(level ?? 1) }));
  return (
    <ListAside
      foldSetting="columns.pane"
      label={translate('list.column')}
      choices={needsColumn() && current > 0 ? choices : [all, ...choices]}
      current={current}
      onChoose={choose}
    >
      {error && !data && <FailedLine error={error} onRetry={refetch} />}
    </ListAside>
  );
}

/**
 * The `sid` for a column: the id of its one record if it is a single page, else 0 (docs/contract.md, "How the console
 * behaves"). Also 0 if it cannot be read: the save then shows the error.
 */
export function useSidOf(): (column: number) => Promise<number> {
  const provider = useProvider();
  const queries = useQueryClient();
  return (column) =>
    queries.fetchQuery({
      queryKey: ['sid', column],
      staleTime: 60_000,
      queryFn: async () => {
        const columns = await provider.getAll('column');
        if (columns.find(({ id }: { id: number }) => id === column)?.model !== 'single') return 0;
        const { data } = await provider.getList('single', { filter: { col_id: column } });
        return Math.max(0, Number(data[0]?.id ?? 0));
      },
    });
}
