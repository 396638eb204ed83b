import { Alert, Box, Button } from '@mui/material';
import { RecordContextProvider, useRecordContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { adminName } from '../../../contract/adminName.ts';
import { publish, takeWorkingCopy, type WorkingCopy } from '../../../contract/calls/publishing.ts';
import { useMayCall } from '../../auth/useMay.ts';
import type { Resource } from '../../declaration/resource.ts';
import { http } from '../../services/services.ts';
import { useAsyncAction, useToast } from '../../ui/useToast.ts';
import { localTime } from '../../utils/format.ts';
import { differingFields } from '../ComparedFields.tsx';
import { ReadOnlyForm } from '../RecordForm.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { UnpublishedFields } from './UnpublishedFields.tsx';
import { type FoundCopy, useRereadCopy } from './useWorkingCopy.ts';

interface Props {
  resource: Resource;
  found: FoundCopy;
  copy: WorkingCopy;
  /** Whether the administrator lacks the right to edit. */
  isReadOnly: boolean;
}

/** Shows a record with the working copy of somebody else, which can be taken over, published or returned. */
export function ForeignCopy({ resource, found, copy, isReadOnly }: Props) {
  const translate = useTranslate();
  const record = useRecordContext();
  const toast = useToast();
  const mayCall = useMayCall();
  const { isBusy, run } = useAsyncAction();
  const [isReturning, setReturning] = useState(false);
  const reread = useRereadCopy(resource, Number(record?.id ?? 0));
  if (!record) return null;
  const about = { entity: resource.name, id: Number(record.id) };
  const merged = { ...record, ...copy.values };
  const isLive = record.status === 1;
  const mayPublish = !isReadOnly && mayCall(publish, about);
  const isSubmitted = found.review === 'submitted';
  const act = (work: () => Promise<unknown>, message?: string) =>
    run(async () => {
      try {
        await work();
        if (message) toast.success(message);
      } finally {
        // If the call was refused, the author has changed the copy since, so the latest is read.
        await reread();
      }
    });
  const names = differingFields(resource, Object.keys(copy.values), merged, record);
  return (
    <RecordContextProvider value={merged}>
      <ReadOnlyForm resource={resource}>
        <Alert severity="info" sx={{ mx: 3, mt: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          {translate(isSubmitted ? 'publishing.submittedBy' : 'publishing.heldBy', {
            who: adminName(copy),
            since: localTime(new Date(copy.create_time)),
            last: localTime(new Date(copy.update_time)),
          })}{' '}
          {translate('publishing.lookOn')}
          {names.length > 0 && <UnpublishedFields resource={resource} names={names} record={record} values={merged} />}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            {mayPublish && isLive && (
              <Button
                size="small"
                variant="contained"
                disabled={isBusy}
                onClick={() => act(() => http.call(publish, { ...about, digest: copy.digest }), 'publishing.published')}
              >
                {translate('publishing.publish')}
              </Button>
            )}
            {mayPublish && isSubmitted && (
              <Button size="small" variant="outlined" color="inherit" onClick={() => setReturning(true)}>
                {translate('publishing.return')}
              </Button>
            )}
            {!isReadOnly && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                disabled={isBusy}
                onClick={() => act(() => http.call(takeWorkingCopy, about))}
              >
                {translate('publishing.takeOver')}
              </Button>
            )}
          </Box>
        </Alert>
      </ReadOnlyForm>
      {isReturning && <ReturnDialog about={about} onClose={() => setReturning(false)} onReturned={reread} />}
    </RecordContextProvider>
  );
}
