import { Alert } from '@mui/material';
import { EditBase, type EditControllerResult, useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { NoRight } from '../auth/Forbidden.tsx';
import { useLockReason } from '../declaration/lockReason.ts';
import type { Resource } from '../declaration/resource.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { GoneRecord } from './GoneRecord.tsx';
import { ReadOnlyForm } from './ReadOnlyForm.tsx';
import { RecordForm } from './RecordForm.tsx';
import { SaveErrorAlert } from './SaveErrorAlert.tsx';
import { type StaleBy, StaleNotice, staleByOf } from './StaleNotice.tsx';
import { useNotifyCreated } from './useNotifyCreated.tsx';
import { useSaved } from './useSaved.ts';
import { useSaveError } from './useSaveError.ts';

interface Props {
  resource: Resource;
  id: number;
  isReadOnly: boolean;
  onClose: () => void;
}

// A record that cannot be read says so in its panel, where one can try again.
const quiet = { refetchOnWindowFocus: false, onError: () => {} };

/** A record that is there, to be changed or only looked at. */
export function EditRecord({ resource, id, isReadOnly, onClose }: Props) {
  const toast = useToast();
  const { isSaved, onSuccess, onSettled } = useSaved(onClose);
  const notifyCreated = useNotifyCreated(resource);
  const notifyUpdated = (record: unknown) =>
    toast.success((resource.edit?.saved === 'message' && replyMessageOf(record)) || 'form.saved');
  const { saveError, handleSaveError, clearSaveError } = useSaveError(resource, {
    isQuiet: resource.silent !== undefined,
  });
  const [conflict, setConflict] = useState<Conflict>();
  const showConflict = (by?: StaleBy) => {
    clearSaveError();
    setConflict((last) => ({ n: (last?.n ?? 0) + 1, by }));
  };
  const clearConflict = () => setConflict(undefined);
  const clearNotices = useEffectEvent(() => {
    clearConflict();
    clearSaveError();
  });
  useEffect(() => {
    if (isSaved) clearNotices();
  }, [isSaved]);
  const onError = (error: unknown) =>
    error instanceof CallFailure && error.kind === 'stale' ? showConflict(staleByOf(error)) : handleSaveError(error);
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess: onSuccess(notifyUpdated), onError }}
      queryOptions={quiet}
      disableAuthentication
      render={(edit: EditControllerResult) => (
        <EditRecordBody
          edit={edit}
          resource={resource}
          conflict={conflict}
          notice={
            saveError && (
              <SaveErrorAlert
                resource={resource}
                saveError={saveError}
                goneRecord={{ onCreated: onSuccess(notifyCreated), onError: handleSaveError, onClose }}
              />
            )
          }
          isSaved={isSaved}
          isReadOnly={isReadOnly}
          onStale={() => showConflict()}
          onSaved={onSettled}
          onConflictResolved={clearConflict}
          onClose={onClose}
        />
      )}
    />
  );
}

/** Someone else saved first. `n` counts how often: it is the notice's key, so that each conflict reads the record anew. */
interface Conflict {
  n: number;
  by: StaleBy | undefined;
}

interface BodyProps extends Omit<Props, 'id'> {
  edit: EditControllerResult;
  conflict: Conflict | undefined;
  /** Why the last save was refused, where no input shows it. */
  notice: ReactNode;
  isSaved: boolean;
  onStale: () => void;
  /** When the panel stays open after a save, the form is reset to the saved record. */
  onSaved: () => void;
  onConflictResolved: () => void;
}

function EditRecordBody({ edit, resource, conflict, notice, isSaved, isReadOnly, onClose, ...on }: BodyProps) {
  const translate = useTranslate();
  const lockReason = useLockReason();
  // What is already in the form stays, also where it cannot be read again.
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
  return (
    <RecordForm
      resource={resource}
      isSaved={isSaved}
      isNew={false}
      onStale={on.onStale}
      onSaved={on.onSaved}
      isStale={conflict !== undefined}
    >
      {resource.OpenEffect && (
        <Suspense>
          <resource.OpenEffect />
        </Suspense>
      )}
      {note && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate(note)}
        </Alert>
      )}
      {conflict && (
        <StaleNotice key={conflict.n} resource={resource} by={conflict.by} onResolved={on.onConflictResolved} />
      )}
      {notice}
    </RecordForm>
  );
}
