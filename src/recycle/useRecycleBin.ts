import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Returned } from '../../contract/call.ts';
import { recycleList } from '../../contract/calls/recycle.ts';
import { http } from '../services/services.ts';

const perPage = 20;
const pagesOf = (found?: { total: number }) => Math.max(1, Math.ceil((found?.total ?? 0) / perPage));

/** A page of the recycle bin; which one the address says, or the last one where there are not so many. */
export function useRecycleBin() {
  const [search, setSearch] = useSearchParams();
  const entity = search.get('entity') ?? '';
  const searchKey = search.get('searchKey') ?? '';
  const asked = Math.max(1, Number(search.get('page')) || 1);
  const query = useQuery({
    queryKey: ['recycle', entity, searchKey, asked],
    queryFn: async ({ signal }) => {
      const read = (page: number) => http.call(recycleList, { entity, searchKey, page, limit: perPage }, signal);
      const found = await read(asked);
      return found.data.length > 0 || asked <= pagesOf(found) ? found : read(pagesOf(found));
    },
    placeholderData: (earlier) => earlier,
  });
  const page = Math.min(asked, pagesOf(query.data));
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

/** A record in the recycle bin. */
export type Deleted = Returned<typeof recycleList>['data'][number];

export const keyOf = ({ entity, id }: Deleted) => `${entity} ${id}`;
