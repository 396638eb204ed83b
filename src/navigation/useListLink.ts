import { useLocation } from 'react-router-dom';
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
