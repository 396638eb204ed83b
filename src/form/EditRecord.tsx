import { Alert } from '@mui/material';
import { EditBase, type EditControllerResult, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { NoRight } from '../auth/Forbidden.tsx';
import type { Resource } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { GoneRecord } from './GoneRecord.tsx';
import { ReadOnlyForm } from './ReadOnlyForm.tsx';
import { RecordForm } from './RecordForm.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { type Save, useSave } from './useSave.ts';

interface Props {
  resource: Resource;
  id: number;
  isReadOnly: boolean;
  onClose: () => void;
}

// The panel shows read errors itself, with a retry button.
const quiet = { refetchOnWindowFocus: false, onError: () => {} };

/** The form of an existing record, or a read-only view of it. */
export function EditRecord({ id, ...props }: Props) {
  const { resource } = props;
  const toast = useToast();
  const save = useSave(resource, false);
  const notifyUpdated = (record: unknown) =>
    toast.success((resource.form.showsReply && replyMessageOf(record)) || 'form.saved');
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={save.mutationOptions(notifyUpdated)}
      queryOptions={quiet}
      disableAuthentication
      render={(edit: EditControllerResult) => <EditRecordBody edit={edit} save={save} {...props} />}
    />
  );
}

interface BodyProps extends Omit<Props, 'id'> {
  edit: EditControllerResult;
  save: Save;
}

function EditRecordBody({ edit, resource, save, isReadOnly, onClose }: BodyProps) {
  const translate = useTranslate();
  const lockReason = useLockReason();
  // Where reading again fails, the form stays with what is in it.
  if (!edit.record && edit.error) {
    const kind = edit.error instanceof CallFailure && edit.error.kind;
    if (kind === 'missing') return <GoneRecord resource={resource} onClose={onClose} />;
    if (kind === 'forbidden') return <NoRight resource={resource.name} action="list" onClose={onClose} />;
    return <Failed level={3} error={edit.error} onRetry={edit.refetch} />;
  }
  if (!edit.record) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const why = lockReason('edit', edit.record);
  if (isReadOnly || why) return <ReadOnlyForm resource={resource} why={isReadOnly ? undefined : why} />;
  const note = lockReason('delete', edit.record);
  const { conflict } = save.state;
  return (
    <RecordForm resource={resource} save={save} isNew={false} onClose={onClose}>
      {resource.form.OpenEffect && (
        <Suspense>
          <resource.form.OpenEffect />
        </Suspense>
      )}
      {note && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate(note)}
        </Alert>
      )}
      {conflict && (
        <StaleNotice
          key={conflict.n}
          resource={resource}
          by={conflict.by}
          onResolved={() => save.dispatch({ type: 'resolved' })}
        />
      )}
    </RecordForm>
  );
}
