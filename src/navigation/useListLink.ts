import { useCallback, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { basename } from '../services/services.ts';

export type ListLink = (below?: string | number) => { pathname: string; search: string };

/** The parameter of an address at which a new record that was begun is continued: the id of its working copy. */
const copyParam = 'copy';

/** The id of the working copy that the address of a new record continues; undefined if it begins a new one. */
export function copyOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): number | undefined {
  const copy = pathname.endsWith('/create') ? Number(new URLSearchParams(search).get(copyParam)) : 0;
  return Number.isSafeInteger(copy) && copy > 0 ? copy : undefined;
}

export function withCopy(search: string, copy: number): string {
  const params = new URLSearchParams(search);
  params.set(copyParam, String(copy));
  return `?${params}`;
}

function withoutCopy(search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(copyParam)) return search;
  params.delete(copyParam);
  return params.size > 0 ? `?${params}` : '';
}

/** Links to a resource's list or panel that keep page, order and filters of the address; the same function until these change. */
export function useListLink({ path }: { path: string }): ListLink {
  const search = withoutCopy(useLocation().search);
  return useCallback(
    (below) => ({ pathname: `${basename}${path}${below === undefined ? '' : `/${below}`}`, search }),
    [path, search],
  );
}

/**
 * Whether a new record was started from home, the palette or a typed address: the stored filters and order of its list
 * do not apply then. A record that is started from its list has that list's address.
 */
export const isStartedElsewhere = ({ pathname, search }: Location) =>
  pathname.endsWith('/create') && withoutCopy(search) === '';

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
