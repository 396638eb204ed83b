import { Box, Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { localTime } from '../fields/localTime.ts';
import { StateChip } from '../fields/StateChip.tsx';
import { useIdentity } from '../layout/useMenu.ts';

/** Marks oneself among the administrators, and who is locked out for a while. */
export function AdminMark() {
  const translate = useTranslate();
  const me = useIdentity();
  const record = useRecordContext();
  const until = record?.locked_until ? new Date(record.locked_until) : undefined;
  const isLocked = until !== undefined && until.getTime() > Date.now();
  return (
    <>
      {record && record.id === me?.id && <Chip size="small" label={translate('access.me')} sx={{ ml: 1 }} />}
      {isLocked && (
        <Box component="span" sx={{ ml: 1 }}>
          <StateChip wants="attention" label={translate('access.lockedUntil', { time: localTime(until) })} />
        </Box>
      )}
    </>
  );
}
