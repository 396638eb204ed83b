import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { recycleList } from '../../contract/calls/recycle.ts';
import { http } from '../services.ts';

const perPage = 20;

/** A page of the recycle bin; which one the address says. */
export function useRecycleBin() {
  const [search, setSearch] = useSearchParams();
  const entity = search.get('entity') ?? '';
  const searchKey = search.get('searchKey') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const query = useQuery({
    queryKey: ['recycle', entity, searchKey, page],
    queryFn: ({ signal }) => http.call(recycleList, { entity, searchKey, page, limit: perPage }, signal),
    placeholderData: (earlier) => earlier,
  });
  const narrow = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: '', ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: true });
  };
  return { ...query, entity, searchKey, page, perPage, narrow };
}
