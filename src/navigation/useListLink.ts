import { useCallback, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { basename } from '../services/services.ts';

export type ListLink = (below?: string | number) => { pathname: string; search: string };

/** Links to a resource's list or panel that keep page, order and filters of the address; the same function until these change. */
export function useListLink({ path }: { path: string }): ListLink {
  const { search } = useLocation();
  return useCallback(
    (below) => ({ pathname: `${basename}${path}${below === undefined ? '' : `/${below}`}`, search }),
    [path, search],
  );
}

/**
 * Whether a new record was started from home, the palette or a typed address: the stored filters and order of its list
 * do not apply then. A record that is started from its list has that list's address.
 */
export const isStartedElsewhere = ({ pathname, search }: Location) => pathname.endsWith('/create') && search === '';

/**
 * Whether a link of another screen, such as a to-do, chose the filters with which the list is opened. They are not the list's own: the
 * menu leads back to those that were chosen in it.
 */
export function useIsFilteredByLink(): boolean {
  const { search } = useLocation();
  const isByLink = useNavigationType() === NavigationType.Push;
  const hasFilter = new URLSearchParams(search).has('filter');
  const [isFiltered, setFiltered] = useState(isByLink && hasFilter);
  // The menu has led to the list's own filters meanwhile.
  if (isFiltered && !hasFilter) setFiltered(false);
  return isFiltered && hasFilter;
}
