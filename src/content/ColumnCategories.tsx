import { Box, Chip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { getParentCategory } from '../../contract/calls/choices.ts';
import { category } from '../../contract/entities/category.ts';
import type { Model } from '../../contract/models.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { features, http } from '../services/services.ts';

/** The categories at the top of a column's; none of a back end that cannot narrow a list by them. */
export const useTopCategories = (column: number, model: Model, enabled = true) =>
  useQuery({
    queryKey: [category.name, 'parents', column, model],
    queryFn: ({ signal }) => http.call(getParentCategory, { id: column, type: model }, signal),
    enabled: enabled && features.has('filtering'),
    staleTime: 10_000,
  });

/** The categories at the top of a column's, to narrow its contents to one and those below it. */
export function ColumnCategories({ column, model }: { column: number; model: Model }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data = [] } = useTopCategories(column, model);
  if (data.length === 0) return null;
  const chosen = filterValues.category_id;
  const choose = (id: number) => changeFilters({ category_id: id === chosen ? undefined : id });
  return (
    <Box
      role="group"
      aria-label={translate('resources.category.name', { smart_count: 2 })}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 1 }}
    >
      {data.map(({ id, title }) => (
        <Chip
          key={id}
          label={title}
          size="small"
          variant={id === chosen ? 'filled' : 'outlined'}
          color={id === chosen ? 'primary' : 'default'}
          aria-pressed={id === chosen}
          onClick={() => choose(id)}
        />
      ))}
    </Box>
  );
}
