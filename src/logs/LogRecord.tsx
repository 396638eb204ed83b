import { Box } from '@mui/material';
import { RecordContextProvider, useGetOne } from 'ra-core';
import { CallFailure } from '../../dataProvider/failure.ts';
import { quiet } from '../quiet.ts';
import type { Resource } from '../resource.ts';
import { Failed } from '../screens/faces/Failed.tsx';
import { NoRecord } from '../screens/faces/NotFound.tsx';
import { SkeletonRows } from '../screens/faces/SkeletonRows.tsx';
import { sizes } from '../theme/index.ts';
import { LogDetail } from './LogDetail.tsx';

/** One row of a log with all that was written of it, to be read. */
export function LogRecord({ resource, id, onClose }: { resource: Resource; id: number; onClose: () => void }) {
  const { data, error, refetch } = useGetOne(resource.name, { id }, quiet);
  if (!data && error instanceof CallFailure && error.kind === 'missing') return <NoRecord onClose={onClose} />;
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const Detail = resource.Detail ?? LogDetail;
  return (
    <RecordContextProvider value={data}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 3 }}>
        <Detail resource={resource} />
      </Box>
    </RecordContextProvider>
  );
}
