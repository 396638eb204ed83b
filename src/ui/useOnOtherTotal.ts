import { useListContext } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls back when the same list, read again, has become longer or shorter: somebody else has added or deleted records. */
export function useOnOtherTotal(callBack: () => void): void {
  const { filterValues, total, isFetching } = useListContext();
  const filters = JSON.stringify(filterValues);
  const last = useRef<{ filters: string; total: number }>(undefined);
  const onOtherTotal = useEffectEvent(callBack);
  useEffect(() => {
    // While another list is read, the total is that of the one before.
    if (total === undefined || isFetching) return;
    const isOther = last.current?.filters === filters && last.current.total !== total;
    last.current = { filters, total };
    if (isOther) onOtherTotal();
  }, [filters, total, isFetching]);
}
