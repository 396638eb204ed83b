import { useListContext } from 'ra-core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';

type Filters = Record<string, unknown>;

interface Latest {
  filters: Filters;
  pending: string[];
}
const LatestFilters = createContext<{ latest: RefObject<Latest>; isInAddress: boolean } | undefined>(undefined);

/**
 * Remembers what a list was last asked to be filtered by. react-admin hands out what is rendered, which on a busy machine
 * comes so late that a second change, made from it, would take the first one back, and so would a link that was rendered before.
 * @param isInAddress whether the list's filters stand in the address
 */
export function LatestFiltersProvider({ isInAddress, children }: { isInAddress: boolean; children: ReactNode }) {
  const { filterValues } = useListContext();
  const { key } = useLocation();
  const isWayBack = useNavigationType() === NavigationType.Pop;
  const navigateToFilters = useNavigateToFilters();
  const rendered = JSON.stringify(filterValues);
  const latest = useRef<Latest>({ filters: filterValues, pending: [] });
  const renderedBefore = useRef(rendered);
  const handleAddress = useEffectEvent((_key: string, rendered: string) => {
    const { filters, pending } = latest.current;
    const at = pending.indexOf(rendered);
    // A link that was rendered before the change was followed after it.
    const isLost = isInAddress && !isWayBack && pending.length > 0 && rendered === renderedBefore.current && at < 0;
    renderedBefore.current = rendered;
    if (isLost) return navigateToFilters(filters, true);
    // Filters that were not set through this hook come from the address, a saved query or a reset.
    latest.current =
      at < 0 ? { filters: JSON.parse(rendered), pending: [] } : { filters, pending: pending.slice(at + 1) };
  });
  useEffect(() => handleAddress(key, rendered), [key, rendered]);
  const value = useMemo(() => ({ latest, isInAddress }), [isInAddress]);
  return <LatestFilters value={value}>{children}</LatestFilters>;
}

/**
 * Puts filters into the list's address, on page 1. react-admin's `setFilters` navigates one tick later, which would lead back from a record
 * that is opened meanwhile, and it never replaces the history's entry.
 */
function useNavigateToFilters() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { sort, perPage } = useListContext();
  return (filters: Filters, replace: boolean) => {
    const params = new URLSearchParams(search);
    if (!params.has('sort')) {
      params.set('sort', sort.field);
      params.set('order', sort.order);
      params.set('perPage', String(perPage));
    }
    params.set('filter', JSON.stringify(filters));
    params.set('page', '1');
    navigate({ search: `?${params}` }, replace ? { replace, state } : {});
  };
}

/** With `replace`, the change replaces the current entry of the browser's history, because it continues the last change. */
export function useChangeFilters(): (changes: Filters, options?: { replace?: boolean }) => void {
  const { latest, isInAddress } = useContext(LatestFilters) ?? {};
  const { filterValues, setFilters } = useListContext();
  const navigateToFilters = useNavigateToFilters();
  return (changes, { replace = false } = {}) => {
    const all = Object.entries({ ...(latest?.current.filters ?? filterValues), ...changes });
    const filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    if (latest) latest.current = { filters, pending: [...latest.current.pending, JSON.stringify(filters)] };
    if (isInAddress) navigateToFilters(filters, replace);
    else setFilters(filters, []);
  };
}
