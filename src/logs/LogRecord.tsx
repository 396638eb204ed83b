import { Box } from '@mui/material';
import { RecordContextProvider, useGetOne } from 'ra-core';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { quiet } from '../services/queryClient.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { NoRecord } from '../ui/states/NotFound.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { LogDetail } from './LogDetail.tsx';

/** One row of a log with all that was written of it, to be read. */
export function LogRecord({ resource, id, onClose }: { resource: Resource; id: number; onClose: () => void }) {
  const { data, error, refetch } = useGetOne(resource.name, { id }, quiet);
  if (!data && error instanceof CallFailure && error.kind === 'missing') return <NoRecord onClose={onClose} />;
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const Detail = resource.record.Detail ?? LogDetail;
  return (
    <RecordContextProvider value={data}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 3 }}>
        <Detail resource={resource} />
      </Box>
    </RecordContextProvider>
  );
}
