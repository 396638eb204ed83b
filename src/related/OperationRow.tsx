import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Skeleton } from '@mui/material';
import { type RaRecord, useGetOne } from 'ra-core';
import { useId, useState } from 'react';
import { operationLog } from '../../contract/entities/logs.ts';
import { Time } from '../fields/Time.tsx';
import { Changes } from '../logs/Changes.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { quiet } from '../services/queryClient.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';

/** Who changed a record, when; opened, what. */
export function OperationRow({ record }: { record: RaRecord }) {
  const [isOpen, setOpen] = useState(false);
  const operationName = useOperationName();
  const id = useId();
  const Icon = isOpen ? ExpandMore : ChevronRight;
  return (
    <>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{
          width: '100%',
          minHeight: sizes.row,
          gap: 1,
          justifyContent: 'flex-start',
          textAlign: 'start',
          fontSize: 'inherit',
        }}
      >
        <Icon fontSize="small" color="action" />
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
            {record.username}
          </Box>
          {operationName(record)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <Time value={record.create_time} />
        </Box>
      </ButtonBase>
      <Box id={id} hidden={!isOpen} sx={{ pb: 1.5 }}>
        {isOpen && <OpenChanges id={Number(record.id)} />}
      </Box>
    </>
  );
}

function OpenChanges({ id }: { id: number }) {
  const { data, error, refetch } = useGetOne(operationLog.name, { id }, quiet);
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  return data ? <Changes operation={data} /> : <Skeleton variant="rounded" height={80} />;
}
