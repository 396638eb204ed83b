import { useQueryClient } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { ListAside } from '../list/ListAside.tsx';
import { useProvider } from '../services/queryClient.ts';

export function ColumnFilter({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { data: columns = [] } = useAll('column');
  const sidOf = useSidOf();
  const current = Number(filterValues.cid ?? 0);
  // The parameters of a single page are asked for by its `sid` too.
  const hasPages = !resource.entity.tree && resource.entity.fields.sid !== undefined;
  const choose = async (cid: number) =>
    setFilters(cid === 0 ? {} : { cid, ...(hasPages && { sid: await sidOf(cid) }) }, []);

  const lacksPage = hasPages && current > 0 && filterValues.sid === undefined;
  const complete = useEffectEvent(() => choose(current));
  useEffect(() => {
    if (lacksPage) complete();
  }, [lacksPage]);
  const all = { id: 0, title: translate('list.allColumns'), level: 1 };
  const choices = columns.map(({ id, title, level }) => ({ id: Number(id), title, level: Number(level ?? 1) }));
  return (
    <ListAside
      foldSetting="columns.pane"
      label={translate('list.column')}
      choices={[all, ...choices]}
      current={current}
      onChoose={choose}
    />
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
