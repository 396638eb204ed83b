import HomeOutlined from '@mui/icons-material/HomeOutlined';
import { Button } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { canBeHome, type Model } from '../../contract/models.ts';
import type { Resource } from '../declaration/resource.ts';
import { useRememberedColumn, useTopMenu } from '../declaration/useTopMenu.ts';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { ListAside } from '../list/ListAside.tsx';
import { ColumnCategories } from './ColumnCategories.tsx';
import { ColumnLinks } from './ColumnLinks.tsx';
import { useSetHome } from './useSetHome.ts';

/** The columns of a model, to choose whose content is listed; the first one is current until another is chosen. */
export function ContentColumns({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const setHome = useSetHome();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data: columns = [], isSuccess } = useTopMenu(resource.entity.model as Model);
  const current = Number(filterValues.col_id ?? 0);
  useRememberedColumn(resource.entity.model as Model, current, columns[0]?.id);
  const totals = columns.filter(({ level, total }) => level === 1 && Number.isFinite(total)).map(({ total }) => total);
  const isNone = isSuccess && columns.length === 0;
  const total = totals.length > 0 || isNone ? totals.reduce((sum, each) => sum + each, 0) : undefined;
  const all = { id: 0, title: translate('list.allColumns'), total };
  return (
    <ListAside
      label={translate('list.column')}
      choices={[all, ...columns]}
      current={current}
      onChoose={(id) => changeFilters({ col_id: id, category_id: undefined })}
    >
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
