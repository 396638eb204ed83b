import { useListContext } from 'ra-core';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';

type Filters = Record<string, unknown>;

interface Latest {
  filters: Filters;
  pending: string[];
}
const LatestFilters = createContext<RefObject<Latest> | undefined>(undefined);

/**
 * Remembers what a list was last asked to be filtered by. react-admin hands out what is rendered, which on a busy machine
 * comes so late that a second change, made from it, would take the first one back.
 */
export function LatestFiltersProvider({ children }: { children: ReactNode }) {
  const { filterValues } = useListContext();
  const latest = useRef<Latest>({ filters: filterValues, pending: [] });
  const rendered = JSON.stringify(filterValues);
  useEffect(() => {
    const { filters, pending } = latest.current;
    const at = pending.indexOf(rendered);
    // Filters that were not set through this hook come from the address, a saved query or a reset.
    latest.current =
      at < 0 ? { filters: JSON.parse(rendered), pending: [] } : { filters, pending: pending.slice(at + 1) };
  }, [rendered]);
  return <LatestFilters value={latest}>{children}</LatestFilters>;
}

export function useChangeFilters(): (changes: Filters) => void {
  const latest = useContext(LatestFilters);
  const { filterValues, setFilters } = useListContext();
  return (changes) => {
    const all = Object.entries({ ...(latest?.current.filters ?? filterValues), ...changes });
    const filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    if (latest) latest.current = { filters, pending: [...latest.current.pending, JSON.stringify(filters)] };
    setFilters(filters, []);
  };
}
