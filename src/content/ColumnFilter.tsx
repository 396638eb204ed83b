import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { ListAside } from '../list/ListAside.tsx';
import { useSidOf } from './useSidOf.ts';

/** Every column, to choose whose categories or parameters are listed; of a single page, those of its one record. */
export function ColumnFilter({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { data: columns = [] } = useAll('column');
  const sidOf = useSidOf();
  const current = Number(filterValues.cid ?? 0);
  // A tree is one column's; parameters are also of one single page.
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
  return <ListAside label={translate('list.column')} choices={[all, ...choices]} current={current} onChoose={choose} />;
}
