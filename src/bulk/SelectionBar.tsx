import { useListContext } from 'ra-core';
import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SelectionToolbar = lazyComponent(() =>
  import('./SelectionToolbar.tsx').then((module) => module.SelectionToolbar),
);

export function SelectionBar({ resource }: { resource: Resource }) {
  const { selectedIds = [], filterValues, onUnselectItems } = useListContext();
  // A selection ends with a change of filters and when the list is opened again: it may contain records that are not shown then.
  const filters = JSON.stringify(filterValues);
  const last = useRef<string>(undefined);
  const unselect = useEffectEvent(onUnselectItems);
  useEffect(() => {
    if (last.current !== filters) unselect();
    last.current = filters;
  }, [filters]);
  return <Suspense>{selectedIds.length > 0 && <SelectionToolbar resource={resource} ids={selectedIds} />}</Suspense>;
}
