import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { getContentTopMenu } from '../../contract/calls/content.ts';
import type { Model } from '../../contract/models.ts';
import { isBegunElsewhere } from '../navigation/useListLink.ts';
import { http, store } from '../services/services.ts';
import type { SettingName } from '../services/settings.ts';
import type { Resource } from './resource.ts';

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
 * The filter that a content list begins with: the column that was used last, else the model's first one, 0 if there are
 * none (docs/contract.md, "How the console behaves"). A
 * list that was narrowed before, or by its address, need not wait for it.
 */
export function useFirstColumn(model: Model): { col_id?: number } | undefined {
  const location = useLocation();
  const { data, isFetched } = useTopMenu(model);
  const isLeft = !isBegunElsewhere(location) && store.getItem(`${model}.listParams`);
  if (isLeft || location.search.includes('filter=')) return known;
  // Also while it is asked for again, as by the columns beside the list: else those would come and go.
  if (isFetched && !data) return allColumns;
  const last = data?.find(({ id }) => id === store.getItem(columnKey(model)));
  return data && { col_id: (last ?? data[0])?.id ?? 0 };
}

/** Among the settings of each administrator: the column of a model that was used last. */
const columnKey = (model: Model) => `${model}.column` satisfies SettingName;

/** Keeps which column is used, for the next time; who never left the first one goes on to begin with whichever is first. */
export function useRememberedColumn(model: Model, current: number, first: number | undefined): void {
  useEffect(() => {
    const known = store.getItem(columnKey(model));
    if (current > 0 && known !== current && (known || (first && current !== first)))
      store.setItem(columnKey(model), current);
  }, [model, current, first]);
}

const known = {};
