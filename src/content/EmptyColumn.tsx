import Inbox from '@mui/icons-material/InboxOutlined';
import { Button } from '@mui/material';
import { useCanAccess, useGetResourceLabel, useListContext, useTranslate } from 'ra-core';
import type { Model } from '../../contract/models.ts';
import type { Resource } from '../declaration/resource.ts';
import { useTopMenu } from '../declaration/useTopMenu.ts';
import { AddButton } from '../list/AddButton.tsx';
import { EmptyList } from '../list/EmptyList.tsx';
import { useChangeFilters } from '../list/LatestFiltersProvider.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { inSentence } from '../utils/format.ts';

const maxOffered = 5;

export function EmptyColumn({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const name = inSentence(useGetResourceLabel()(resource.name, 2));
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { data: columns = [] } = useTopMenu(resource.entity.model as Model);
  const column = columns.find(({ id }) => id === Number(filterValues.col_id ?? 0));
  if (!column) return <EmptyList resource={resource} />;
  const others = columns.filter(({ total }) => total > 0).toSorted((one, other) => other.total - one.total);
  const hint = others.length > 0 ? 'list.otherColumns' : canAccess && 'list.emptyHint';
  return (
    <EmptyState
      icon={Inbox}
      title={translate('list.emptyColumn', { name, column: column.title })}
      hint={hint && translate(hint, { name })}
    >
      {others.slice(0, maxOffered).map(({ id, title, total }) => (
        <Button key={id} variant="outlined" onClick={() => changeFilters({ col_id: id, category_id: undefined })}>
          {`${title} (${total})`}
        </Button>
      ))}
      {canAccess && <AddButton resource={resource} />}
    </EmptyState>
  );
}
