import { stringify } from 'query-string';
import { type SortPayload, useListContext } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '../declaration/resource.ts';
import { useSetting } from '../services/settings.ts';

interface SavedQuery {
  name: string;
  filter: Record<string, unknown>;
  sort: SortPayload;
}

export function useQueries(resource: Resource) {
  const navigate = useNavigate();
  const { filterValues, sort, perPage } = useListContext();
  const [queries, store] = useSetting<SavedQuery[]>(`${resource.name}.queries`);
  return {
    queries,
    save: (name: string) =>
      store([...queries.filter((query) => query.name !== name), { name, filter: filterValues, sort }]),
    remove: (name: string) => store(queries.filter((query) => query.name !== name)),
    apply: (query: SavedQuery) => {
      const { field, order } = query.sort;
      const address = { filter: JSON.stringify(query.filter), sort: field, order, page: '1', perPage: `${perPage}` };
      navigate({ search: stringify(address) });
    },
  };
}
