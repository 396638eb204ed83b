import { useListContext } from 'ra-core';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type Filters = Record<string, unknown>;

interface Latest {
  filters: Filters;
  pending: string[];
  isInAddress: boolean;
}
const LatestFilters = createContext<RefObject<Latest> | undefined>(undefined);

/**
 * Remembers what a list was last asked to be filtered by. react-admin hands out what is rendered, which on a busy machine
 * comes so late that a second change, made from it, would take the first one back.
 * @param isInAddress whether the list's filters stand in the address
 */
export function LatestFiltersProvider({ isInAddress, children }: { isInAddress: boolean; children: ReactNode }) {
  const { filterValues } = useListContext();
  const latest = useRef<Latest>({ filters: filterValues, pending: [], isInAddress });
  const rendered = JSON.stringify(filterValues);
  useEffect(() => {
    const { filters, pending } = latest.current;
    const at = pending.indexOf(rendered);
    // Filters that were not set through this hook come from the address, a saved query or a reset.
    const now = at < 0 ? { filters: JSON.parse(rendered), pending: [] } : { filters, pending: pending.slice(at + 1) };
    latest.current = { ...now, isInAddress };
  }, [rendered, isInAddress]);
  return <LatestFilters value={latest}>{children}</LatestFilters>;
}

/** `replaces`: the change goes on with the last one, so that it gets no entry of its own in the browser's history. */
export function useChangeFilters(): (changes: Filters, options?: { replaces: boolean }) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const latest = useContext(LatestFilters);
  const { filterValues, setFilters } = useListContext();
  return (changes, { replaces } = { replaces: false }) => {
    const all = Object.entries({ ...(latest?.current.filters ?? filterValues), ...changes });
    const filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    if (latest)
      latest.current = { ...latest.current, filters, pending: [...latest.current.pending, JSON.stringify(filters)] };
    if (!replaces || !latest?.current.isInAddress) return setFilters(filters, []);
    // react-admin always makes a new entry.
    const params = new URLSearchParams(search);
    params.set('filter', JSON.stringify(filters));
    params.set('page', '1');
    navigate({ search: `?${params}` }, { replace: true });
  };
}
