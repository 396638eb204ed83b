import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import { Box } from '@mui/material';
import { DataProviderContext, useGetResourceLabel, useListContext, useRecordContext, useTranslate } from 'ra-core';
import { recycleBin } from '../../contract/calls/recycle.ts';
import { entityList } from '../../contract/index.ts';
import type { ShowProps } from '../declaration/common.ts';
import { type Resource, resource } from '../declaration/resource.ts';
import { FilterChoice } from '../list/FilterChoice.tsx';
import { EntityScreen } from '../screen/EntityScreen.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { BinBulkActions, BinRowActions, useHasBinActions } from './binActions.tsx';
import { type DeletedRow, recycleProvider } from './recycleProvider.ts';

const kinds = entityList.filter(({ recycle, calls }) => recycle && calls.delete).map(({ name }) => name);

const binResource = resource(recycleBin, {
  list: {
    columns: ['title', 'entity', 'deleted_at', 'deleted_by'],
    filters: ['entity'],
    filterInputs: { entity: KindFilter },
    useScopeFilter: useKindTitle,
    BulkActions: BinBulkActions,
    Empty: EmptyBin,
  },
  row: { Name: DeletedName, Actions: BinRowActions, useHasActions: useHasBinActions },
  record: { displays: { entity: KindName } },
});

export const RecyclePage = () => (
  <DataProviderContext.Provider value={recycleProvider}>
    <EntityScreen resource={binResource} />
  </DataProviderContext.Provider>
);

function KindFilter(props: { resource: Resource; name: string }) {
  const label = useGetResourceLabel();
  return <FilterChoice {...props} choices={kinds.map((value) => ({ value, label: label(value, 2) }))} />;
}

function useKindTitle() {
  const label = useGetResourceLabel();
  const { entity } = useListContext().filterValues;
  return entity && { name: 'entity', titles: { entity: label(entity, 2) } };
}

function KindName({ record }: ShowProps) {
  return useGetResourceLabel()(record.entity, 1);
}

function DeletedName() {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const { title, holds } = useRecordContext<DeletedRow>() ?? {};
  const what = Object.entries(holds ?? {})
    .map(([name, n]) => translate('column.holdsLine', { name: label(name, n), n }))
    .join(translate('list.and'));
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {title}
      {what && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {translate('recycle.with', { what })}
        </Box>
      )}
    </Box>
  );
}

function EmptyBin() {
  const translate = useTranslate();
  return <EmptyState icon={DeleteSweep} title={translate('recycle.empty')} hint={translate('recycle.emptyHint')} />;
}
