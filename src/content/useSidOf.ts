import { useQueryClient } from '@tanstack/react-query';
import { useProvider } from '../services/queryClient.ts';

/**
 * What `sid` is of what hangs on a column: the id of its one record where it is a single page, else 0 (docs/contract.md,
 * "How the console behaves"). Where that cannot be read, 0 too: a save then says what is wrong.
 */
export function useSidOf(): (column: number) => Promise<number> {
  const provider = useProvider();
  const queries = useQueryClient();
  return (column) =>
    queries.fetchQuery({
      queryKey: ['sid', column],
      staleTime: 60_000,
      queryFn: async () => {
        const columns = await provider.getAll('column');
        if (columns.find(({ id }: { id: number }) => id === column)?.model !== 'single') return 0;
        const { data } = await provider.getList('single', { filter: { col_id: column } });
        return Number(data[0]?.id ?? 0);
      },
    });
}
