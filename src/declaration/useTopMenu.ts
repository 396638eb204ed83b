import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { getContentTopMenu } from '../../contract/calls/content.ts';
import type { Model } from '../../contract/models.ts';
import { isStartedElsewhere } from '../navigation/useListLink.ts';
import { features, http, store } from '../services/services.ts';
import type { SettingName } from '../services/settings.ts';

/** The filter of a content list that shows all columns. */
export const allColumns = { col_id: 0 };

/** The columns of a model, each with the number of its records. */
export function useTopMenu(model: Model, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['topMenu', model],
    staleTime: 5000,
    queryFn: ({ signal }) => http.call(getContentTopMenu, { model }, signal),
  });
}

/**
 * The first filter of a content list: the last used column where the back end stores preferences, else the model's first one, 0 if
 * there are none (docs/contract.md, "How the console behaves"). A list that has filters of its own, stored or in its address, does not
 * wait for it.
 */
export function useFirstColumn(model: Model): { col_id?: number } | undefined {
  const location = useLocation();
  const { data, isFetched } = useTopMenu(model);
  const hasStoredFilters = !isStartedElsewhere(location) && store.getItem(`${model}.listParams`);
  if (hasStoredFilters || location.search.includes('filter=')) return noFilter;
  // Also during a retry: otherwise the columns beside the list would flicker.
  if (isFetched && !data) return allColumns;
  const remembered = features.has('preferences') ? store.getItem(columnKey(model)) : undefined;
  const last = data?.find(({ id }) => id === remembered);
  return data && { col_id: (last ?? data[0])?.id ?? 0 };
}

/** The administrator's setting for the last used column of a model. */
const columnKey = (model: Model) => `${model}.column` satisfies SettingName;

/**
 * Stores the used column as the next start. An administrator who never left the first column keeps starting with the
 * first.
 */
export function useRememberedColumn(model: Model, current: number, first: number | undefined): void {
  useEffect(() => {
    const known = store.getItem(columnKey(model));
    if (current > 0 && known !== current && (known || (first && current !== first)))
      store.setItem(columnKey(model), current);
  }, [model, current, first]);
}

const noFilter = {};
