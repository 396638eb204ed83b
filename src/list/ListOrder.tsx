import { Box, Button } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { features } from '../services/services.ts';

export const ownOrder = { field: 'sort', order: 'ASC' as const };

/** Names the order of a list, with a button back to the default. Hidden if the back end does not sort. */
export function ListOrder({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const { sort, setSort, total } = useListContext();
  const { fields, model, newestFirst, pinned } = resource.entity;
  if (!model || !newestFirst || !features.has('sorting') || !total) return null;
  const isOwn = sort.field === ownOrder.field && sort.order === ownOrder.order;
  const by = sort.order === 'ASC' ? 'list.sortedUp' : 'list.sortedDown';
  // For a role that does not see which ones are pinned, the server does not put them first.
  const own = pinned && pinned in fields ? 'list.sortedOwn' : 'list.sortedNewest';
  return (
    <Box
      sx={{
        order: 2,
        flexBasis: '100%',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {isOwn ? translate(own) : translate(by, { name: label(sort.field) })}
      {!isOwn && (
        <Button size="small" onClick={() => setSort(ownOrder)}>
          {translate('list.sortOwn')}
        </Button>
      )}
    </Box>
  );
}
