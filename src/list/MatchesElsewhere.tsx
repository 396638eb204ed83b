import { Alert, Button } from '@mui/material';
import { useGetList, useListContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { quiet } from '../services/queryClient.ts';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

/** How many more a search finds beside the part of the list that is shown, such as one column; a click shows them too. */
export function MatchesElsewhere({ resource, scope }: { resource: Resource; scope: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const change = useChangeFilters();
  const { filterValues, total, isFetching } = useListContext();
  const { [scope]: _part, ...filter } = filterValues;
  const everywhere = useGetList(resource.name, { pagination: { page: 1, perPage: 1 }, filter }, quiet);
  const more = (everywhere.total ?? 0) - (total ?? 0);
  if (isFetching || everywhere.isFetching || more <= 0) return null;
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
