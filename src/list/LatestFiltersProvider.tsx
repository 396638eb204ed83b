import { ListContextProvider, type SortPayload, useEvent, useListContext } from 'ra-core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';

type Filters = Record<string, unknown>;

interface Props {
  isInAddress: boolean;
  isCovered?: boolean;
  children: ReactNode;
}

interface Latest {
  filters: Filters;
  pending: string[];
}
const LatestFilters = createContext<
  { latest: RefObject<Latest>; isInAddress: boolean; isCovered: boolean } | undefined
>(undefined);

/**
 * Remembers what a list was last asked to be filtered by. react-admin hands out what is rendered, which on a busy machine
 * comes so late that a second change, made from it, would take the first one back, and so would a link, a page's number or a
 * column's title that was rendered before.
 * @param isInAddress whether the list's filters stand in the address
 * @param isCovered whether a record is open over the list: a change then gets no entry of its own in the browser's history, so that Back
 * closes the record
 */
export function LatestFiltersProvider({ isInAddress, isCovered = false, children }: Props) {
  const list = useListContext();
  const { filterValues } = list;
  const { key } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const navigateToFilters = useNavigateToFilters();
  const rendered = JSON.stringify(filterValues);
  const latest = useRef<Latest>({ filters: filterValues, pending: [] });
  const renderedBefore = useRef(rendered);
  const handleAddress = useEffectEvent((_key: string, rendered: string) => {
    const { filters, pending } = latest.current;
    const isLatest = rendered === JSON.stringify(filters);
    const at = isLatest ? pending.length - 1 : pending.indexOf(rendered);
    // A link that was rendered before the change was followed after it.
    const isLost = isInAddress && !isPop && pending.length > 0 && rendered === renderedBefore.current && at < 0;
    renderedBefore.current = rendered;
    if (isLost) return navigateToFilters(filters, { replace: true });
    // Filters that were not set through this hook come from the address, a saved query or a reset.
    latest.current =
      at < 0 ? { filters: JSON.parse(rendered), pending: [] } : { filters, pending: pending.slice(at + 1) };
  });
  // Before the effects of the list's parts, which may change the list.
  useLayoutEffect(() => handleAddress(key, rendered), [key, rendered]);
  const value = useMemo(() => ({ latest, isInAddress, isCovered }), [isInAddress, isCovered]);
  const isOutdated = () => isInAddress && JSON.stringify(latest.current.filters) !== rendered;
  const changeLatest = (change: Omit<Change, 'replace'>) =>
    navigateToFilters(latest.current.filters, { ...change, replace: true });
  // A page number that was rendered for the old filters is ignored.
  const setPage = useEvent((page: number) => (isOutdated() ? undefined : list.setPage(page)));
  const setPerPage = useEvent((perPage: number) =>
    isOutdated() ? changeLatest({ perPage }) : list.setPerPage(perPage),
  );
  const setSort = useEvent((sort: SortPayload) => (isOutdated() ? changeLatest({ sort }) : list.setSort(sort)));
  return (
    <LatestFilters value={value}>
      <ListContextProvider value={{ ...list, setPage, setPerPage, setSort }}>{children}</ListContextProvider>
    </LatestFilters>
  );
}

interface Change {
  /** Whether it replaces the current entry of the browser's history. */
  replace: boolean;
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
  return (filters: Filters, { replace, sort = list.sort, perPage = list.perPage }: Change) => {
    const params = new URLSearchParams(search);
    params.set('sort', sort.field);
    params.set('order', sort.order);
    params.set('perPage', String(perPage));
    params.set('filter', JSON.stringify(filters));
    params.set('page', '1');
    navigate({ search: `?${params}` }, replace ? { replace, state } : {});
  };
}

/** @returns reads what the list was last asked to be filtered by, which may not be rendered yet */
export function useReadFilters(): () => Filters {
  const { latest } = useContext(LatestFilters) ?? {};
  const { filterValues } = useListContext();
  return useEvent(() => latest?.current.filters ?? filterValues);
}

/** With `replace`, the change replaces the current entry of the browser's history, because it continues the last change. */
export function useChangeFilters(): (changes: Filters, options?: { replace?: boolean }) => void {
  const { latest, isInAddress, isCovered = false } = useContext(LatestFilters) ?? {};
  const { filterValues, setFilters } = useListContext();
  const navigateToFilters = useNavigateToFilters();
  return (changes, { replace = false } = {}) => {
    const all = Object.entries({ ...(latest?.current.filters ?? filterValues), ...changes });
    const filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    if (latest) latest.current = { filters, pending: [...latest.current.pending, JSON.stringify(filters)] };
    if (isInAddress) navigateToFilters(filters, { replace: replace || isCovered });
    else setFilters(filters, []);
  };
}
