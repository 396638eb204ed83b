import { type Identifier, useListContext } from 'ra-core';
import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { useOnTotalChange } from '../ui/useOnTotalChange.ts';

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
  useUnselectDeleted(resource);
  return <Suspense>{selectedIds.length > 0 && <SelectionToolbar resource={resource} ids={selectedIds} />}</Suspense>;
}

/** Unselects what was deleted elsewhere: by another administrator, or in another tab. */
function useUnselectDeleted({ name }: Resource): void {
  const provider = useProvider();
  const { selectedIds = [], onSelect } = useListContext();
  // Reads the selection when it is called: rows may have been selected or unselected while the records were read.
  const unselect = useEffectEvent((deleted: Identifier[]) => {
    if (selectedIds.some((id) => deleted.includes(id))) onSelect(selectedIds.filter((id) => !deleted.includes(id)));
  });
  const unselectDeleted = async () => {
    const { data } = await provider.getMany(name, { ids: selectedIds });
    const there = new Set(data.map(({ id }) => id));
    unselect(selectedIds.filter((id) => !there.has(id)));
  };
  useOnTotalChange(() => {
    // If they cannot be read now, they stay selected, and a bulk action says which of them are gone.
    if (selectedIds.length > 0 && features.has('ids')) unselectDeleted().catch(() => {});
  });
}
