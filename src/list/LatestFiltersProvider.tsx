import { useListContext } from 'ra-core';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type Filters = Record<string, unknown>;

interface Latest {
  filters: Filters;
  pending: string[];
}
const LatestFilters = createContext<{ latest: RefObject<Latest>; isInAddress: boolean } | undefined>(undefined);

/**
 * Remembers what a list was last asked to be filtered by. react-admin hands out what is rendered, which on a busy machine
 * comes so late that a second change, made from it, would take the first one back.
 * @param isInAddress whether the list's filters stand in the address
 */
export function LatestFiltersProvider({ isInAddress, children }: { isInAddress: boolean; children: ReactNode }) {
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
  const value = useMemo(() => ({ latest, isInAddress }), [isInAddress]);
  return <LatestFilters value={value}>{children}</LatestFilters>;
}

/** With `replace`, the change replaces the current entry of the browser's history, because it continues the last change. */
export function useChangeFilters(): (changes: Filters, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { latest, isInAddress } = useContext(LatestFilters) ?? {};
  const { filterValues, setFilters } = useListContext();
  return (changes, { replace = false } = {}) => {
    const all = Object.entries({ ...(latest?.current.filters ?? filterValues), ...changes });
    const filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    if (latest) latest.current = { filters, pending: [...latest.current.pending, JSON.stringify(filters)] };
    if (!replace || !isInAddress) return setFilters(filters, []);
    // react-admin always makes a new entry.
    const params = new URLSearchParams(search);
    params.set('filter', JSON.stringify(filters));
    params.set('page', '1');
    navigate({ search: `?${params}` }, { replace: true });
  };
}
