import HomeOutlined from '@mui/icons-material/HomeOutlined';
import { Box, Button, Chip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { getParentCategory } from '../../contract/calls/content.ts';
import { category } from '../../contract/entities/category.ts';
import { canBeHome, type Model } from '../../contract/models.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useRememberedColumn, useTopMenu } from '../declaration/useTopMenu.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { ListAside } from '../list/ListAside.tsx';
import { features, http } from '../services/services.ts';
import { FailedLine } from '../ui/states/Failed.tsx';
import { useOnTotalChange } from '../ui/useOnTotalChange.ts';
import { useSetHome } from './ColumnActions.tsx';
import { ColumnLinks } from './ColumnLinks.tsx';

export function ContentColumns({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const setHome = useSetHome();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data, error, isSuccess, refetch } = useTopMenu(resource.entity.model as Model);
  const columns = data ?? [];
  useOnTotalChange(refetch);
  const current = Number(filterValues.col_id ?? 0);
  useRememberedColumn(resource.entity.model as Model, current, columns[0]?.id);
  const totals = columns.filter(({ level, total }) => level === 1 && Number.isFinite(total)).map(({ total }) => total);
  const isNone = isSuccess && columns.length === 0;
  const total = totals.length > 0 || isNone ? totals.reduce((sum, each) => sum + each, 0) : undefined;
  const all = { id: 0, title: translate('list.allColumns'), total };
  return (
    <ListAside
      foldSetting="columns.pane"
      label={translate('list.column')}
      choices={[all, ...columns]}
      current={current}
      onChoose={(id) => changeFilters({ col_id: id, category_id: undefined })}
    >
      {error && !data && <FailedLine error={error} onRetry={refetch} />}
      {current > 0 && <ColumnLinks resource={resource} column={current} />}
      {current > 0 && setHome && canBeHome(resource.entity.model) && (
        <Button size="small" startIcon={<HomeOutlined />} onClick={() => setHome(current)}>
          {translate('list.setHome')}
        </Button>
      )}
      {current > 0 && 'category_id' in resource.entity.fields && (
        <ColumnCategories column={current} model={resource.entity.model as Model} />
      )}
    </ListAside>
  );
}

export function useContentScope({ name, entity }: Resource) {
  const translate = useTranslate();
  const label = useFieldLabel(name);
  const { filterValues } = useListContext();
  const model = entity.model as Model;
  const id = Number(filterValues.col_id ?? 0);
  const category = Number(filterValues.category_id ?? 0);
  const { data: columns = [] } = useTopMenu(model);
  const { data: categories = [] } = useTopCategories(id, model, id > 0 && category > 0);
  if (id === 0) return undefined;
  const title = columns.find((column) => column.id === id)?.title ?? `#${id}`;
  return {
    name: 'col_id',
    word: translate('list.filterIs', { name: label('col_id'), value: title }),
    titles: { category_id: categories.find((each) => each.id === category)?.title ?? `#${category}` },
  };
}

/** The top-level categories of a column; not loaded if the back end cannot filter by them. */
const useTopCategories = (column: number, model: Model, enabled = true) =>
  useQuery({
    queryKey: [category.name, 'parents', column, model],
    queryFn: ({ signal }) => http.call(getParentCategory, { id: column, type: model }, signal),
    enabled: enabled && features.has('filtering'),
    staleTime: 10_000,
  });

function ColumnCategories({ column, model }: { column: number; model: Model }) {
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
