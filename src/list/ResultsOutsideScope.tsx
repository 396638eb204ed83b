import { Alert, Button } from '@mui/material';
import { useGetList, useListContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { quiet } from '../services/queryClient.ts';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

/** The number is not counted again within this time, such as at each page of the list. */
const freshMs = 60_000;

/**
 * Tells how many more records a search finds outside the chosen scope, with a button that clears the scope.
 * @param scope the filter that narrows the list, such as `col_id`
 */
export function ResultsOutsideScope({ resource, scope }: { resource: Resource; scope: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const change = useChangeFilters();
  const { filterValues, total, isFetching } = useListContext();
  const { [scope]: _scope, ...filter } = filterValues;
  // Counts once the list has been read. The list's result decides where this notice is, and a component that moves is
  // mounted anew.
  const unscoped = useGetList(
    resource.name,
    { pagination: { page: 1, perPage: 1 }, filter, meta: { isCount: true } },
    // A deletion counts at once, while the list is still shown. `staleTime` saves a second count after the list's read.
    { ...quiet, enabled: !isFetching, staleTime: freshMs },
  );
  const more = (unscoped.total ?? 0) - (total ?? 0);
  if (isFetching || unscoped.isFetching || more <= 0) return null;
  return (
    <Alert
      severity="info"
      sx={{ flexShrink: 0, py: 0 }}
      action={
        <Button color="inherit" size="small" onClick={() => change({ [scope]: undefined })}>
          {translate('list.showElsewhere')}
        </Button>
      }
    >
      {translate('list.elsewhere', { smart_count: more, name: label(scope).toLowerCase() })}
    </Alert>
  );
}
