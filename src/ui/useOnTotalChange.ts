import { useListContext } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls back when a list that is read again with the same filters has another total: records were added or deleted, here or elsewhere. */
export function useOnTotalChange(callBack: () => void): void {
  const { filterValues, total, isFetching } = useListContext();
  const filters = JSON.stringify(filterValues);
  const last = useRef<{ filters: string; total: number }>(undefined);
  const onTotalChange = useEffectEvent(callBack);
  useEffect(() => {
    // While another list is read, the total is that of the one before.
    if (total === undefined || isFetching) return;
    const isOther = last.current?.filters === filters && last.current.total !== total;
    last.current = { filters, total };
    if (isOther) onTotalChange();
  }, [filters, total, isFetching]);
}
