import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button } from '@mui/material';
import { ListBase, ResourceContextProvider, useGetResourceLabel, useListContext, useTranslate } from 'ra-core';
import { operationLog } from '../../contract/entities/logs.ts';
import type { Resource } from '../declaration/resource.ts';
import { ListPages } from '../list/ListPages.tsx';
import { quiet } from '../services/queryClient.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { inSentence } from '../utils/format.ts';
import { OperationRow } from './OperationRow.tsx';
import { VisitRow } from './VisitRow.tsx';

const newestFirst = { field: 'id', order: 'DESC' as const };

interface Props {
  resource: Resource;
  id: number;
  /** Of which the list is. */
  entity: string;
  onBack: () => void;
}

/** A list of what belongs to one record, or of what was changed of it, the newest first. */
export function RelatedList({ resource, id, entity, onBack }: Props) {
  const translate = useTranslate();
  const isHistory = entity === operationLog.name;
  const filter = isHistory
    ? { target: resource.name, target_id: id }
    : { [resource.record.related?.[entity] ?? '']: id };
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ px: 3, py: 1 }}>
        <Button size="small" startIcon={<ArrowBack />} onClick={onBack}>
          {translate('log.back')}
        </Button>
      </Box>
      <ResourceContextProvider value={entity}>
        <ListBase
          resource={entity}
          filter={filter}
          sort={newestFirst}
          perPage={20}
          disableSyncWithLocation
          storeKey={false}
          disableAuthentication
          queryOptions={quiet}
        >
          <Rows entity={entity} isHistory={isHistory} />
        </ListBase>
      </ResourceContextProvider>
    </Box>
  );
}

function Rows({ entity, isHistory }: { entity: string; isHistory: boolean }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const { data, error, isPending, refetch } = useListContext();
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (isPending || !data) return <SkeletonRows rows={6} height={sizes.row} />;
  if (data.length === 0) {
    const nothing = isHistory ? 'log.noHistory' : 'log.noRelated';
    return (
      <Box sx={{ px: 3, color: 'text.secondary' }}>{translate(nothing, { name: inSentence(label(entity, 2)) })}</Box>
    );
  }
  const Row = isHistory ? OperationRow : VisitRow;
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 3, flex: 1, overflowY: 'auto' }}>
        {data.map((record) => (
          <Box
            component="li"
            key={record.id}
            sx={{ py: 0.5, minHeight: sizes.row, '& + &': { borderTop: 1, borderColor: 'divider' } }}
          >
            <Row record={record} />
          </Box>
        ))}
      </Box>
      <ListPages />
    </>
  );
}
