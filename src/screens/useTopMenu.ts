import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { getContentTopMenu } from '../../contract/calls/content.ts';
import type { Model } from '../../contract/models.ts';
import type { Resource } from '../resource.ts';
import { http, store } from '../services.ts';

/** Narrows a content list to no column. */
export const allColumns = { col_id: 0 };

/** The columns of a model, each with how many records it holds. */
export function useTopMenu(model: Model, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['topMenu', model],
    staleTime: 5000,
    queryFn: ({ signal }) => http.call(getContentTopMenu, { model }, signal),
  });
}

/** Whether an entity stands in columns and there is none for it yet; undefined until that is known. */
export function useHasNoColumn({ entity }: Resource): boolean | undefined {
  const { data } = useTopMenu(entity.model as Model, entity.model !== undefined);
  return entity.model === undefined ? false : data && data.length === 0;
}

/**
 * The filter that a content list begins with: the model's first column, 0 if there are none (console.md section 4). A
 * list that was narrowed before, or by its address, need not wait for it.
 */
export function useFirstColumn(model: Model): { col_id?: number } | undefined {
  const { search } = useLocation();
  const { data, isFetched } = useTopMenu(model);
  if (search.includes('filter=') || store.getItem(`${model}.listParams`)) return known;
  // Also while it is asked for again, as by the columns beside the list: else those would come and go.
  if (isFetched && !data) return allColumns;
  return data && { col_id: data[0]?.id ?? 0 };
}

const known = {};
