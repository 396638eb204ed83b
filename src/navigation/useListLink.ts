import { type Location, useLocation } from 'react-router-dom';
import { basename } from '../services/services.ts';

/** Links into a resource's list that leave its page, order and filters in the address as they are. */
export function useListLink({
  path,
}: {
  path: string;
}): (below?: string | number) => { pathname: string; search: string } {
  const { search } = useLocation();
  return (below) => ({ pathname: `${basename}${path}${below === undefined ? '' : `/${below}`}`, search });
}

/**
 * A new record that was begun from home, the palette or a typed address: the list behind it is not the one that was left,
 * whose filters and order have nothing to do with it. From its list a new record brings that list's address along.
 */
export const isBegunElsewhere = ({ pathname, search }: Location) => pathname.endsWith('/create') && search === '';
