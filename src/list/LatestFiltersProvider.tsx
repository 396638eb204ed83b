import { ListContextProvider, type SortPayload, useListContext } from 'ra-core';
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
 * comes so late that a second change, made from it, would take the first one back, and so would a link, a page's number or a
 * column's title that was rendered before.
 * @param isInAddress whether the list's filters stand in the address
 */
export function LatestFiltersProvider({ isInAddress, children }: { isInAddress: boolean; children: ReactNode }) {
  const list = useListContext();
  const { filterValues } = list;
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
    if (isLost) return navigateToFilters(filters, { isReplaced: true });
    // Filters that were not set through this hook come from the address, a saved query or a reset.
    latest.current =
      at < 0 ? { filters: JSON.parse(rendered), pending: [] } : { filters, pending: pending.slice(at + 1) };
  });
  useEffect(() => handleAddress(key, rendered), [key, rendered]);
  const value = useMemo(() => ({ latest, isInAddress }), [isInAddress]);
  const isOutdated = () => isInAddress && JSON.stringify(latest.current.filters) !== rendered;
  const latestList = {
    ...list,
    // The number was one of the list before.
    setPage: (page: number) => !isOutdated() && list.setPage(page),
    setPerPage: (perPage: number) =>
      isOutdated()
        ? navigateToFilters(latest.current.filters, { isReplaced: true, perPage })
        : list.setPerPage(perPage),
    setSort: (sort: SortPayload) =>
      isOutdated() ? navigateToFilters(latest.current.filters, { isReplaced: true, sort }) : list.setSort(sort),
  };
  return (
    <LatestFilters value={value}>
      <ListContextProvider value={latestList}>{children}</ListContextProvider>
    </LatestFilters>
  );
}

interface Navigation {
  isReplaced: boolean;
  sort?: SortPayload;
  perPage?: number;
}

/**
 * Puts filters into the list's address, on page 1. react-admin's `setFilters` navigates one tick later, which would lead back from a record
 * that is opened meanwhile, and it never replaces the history's entry.
 */
function useNavigateToFilters() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const list = useListContext();
  return (filters: Filters, { isReplaced, sort = list.sort, perPage = list.perPage }: Navigation) => {
    const params = new URLSearchParams(search);
    params.set('sort', sort.field);
    params.set('order', sort.order);
    params.set('perPage', String(perPage));
    params.set('filter', JSON.stringify(filters));
    params.set('page', '1');
    navigate({ search: `?${params}` }, isReplaced ? { replace: true, state } : {});
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
    if (isInAddress) navigateToFilters(filters, { isReplaced: replace });
    else setFilters(filters, []);
  };
}
