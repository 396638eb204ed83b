import { type Location, useLocation } from 'react-router-dom';
import { basename } from '../services/services.ts';

/** Links to a resource's list or panel that keep page, order and filters of the address. */
export function useListLink({
  path,
}: {
  path: string;
}): (below?: string | number) => { pathname: string; search: string } {
  const { search } = useLocation();
  return (below) => ({ pathname: `${basename}${path}${below === undefined ? '' : `/${below}`}`, search });
}

/**
 * Whether a new record was started from home, the palette or a typed address: the stored filters and order of its list
 * do not apply then. A record that is started from its list has that list's address.
 */
export const isStartedElsewhere = ({ pathname, search }: Location) => pathname.endsWith('/create') && search === '';
