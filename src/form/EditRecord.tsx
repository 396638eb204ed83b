import { Alert, Button } from '@mui/material';
import { EditBase, type EditControllerResult, useCanAccess, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { CallFailure } from '../../dataProvider/failure.ts';
import { replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { NoRight } from '../auth/Forbidden.tsx';
import { useIdentity } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { discardDrafts, readDraft, saveDraft, useFormAddress } from '../drafts/formDrafts.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { NoRecord } from '../ui/states/NotFound.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { useAutosave } from './publishing/AutosaveProvider.tsx';
import { ForeignCopy } from './publishing/ForeignCopy.tsx';
import { useWorkingCopy } from './publishing/useWorkingCopy.ts';
import { ReadOnlyForm, RecordForm } from './RecordForm.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import type { StaleBy } from './saveState.ts';
import { type Save, useSave } from './useSave.ts';

interface Props {
  resource: Resource;
  id: number;
  isReadOnly: boolean;
  onClose: () => void;
}

export function EditRecord({ id, ...props }: Props) {
  const { resource } = props;
  const toast = useToast();
  const save = useSave(resource, false);
  const notifyUpdated = (record: unknown) =>
    toast.success((resource.form.showsReply && replyMessageOf(record)) || save.options.current.toast || 'form.saved');
  // Asked beside the record, which it is shown with.
  useWorkingCopy(resource, id);
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={save.mutationOptions(notifyUpdated)}
      transform={save.transform}
      // The panel shows read errors itself, with a retry button.
      queryOptions={{ refetchOnWindowFocus: false, onError: () => {} }}
      disableAuthentication
      render={(edit: EditControllerResult) => <EditRecordBody edit={edit} id={id} save={save} {...props} />}
    />
  );
}

type BodyProps = Props & { edit: EditControllerResult; save: Save };

function EditRecordBody({ edit, resource, id, save, isReadOnly, onClose }: BodyProps) {
  const translate = useTranslate();
  const lockReason = useLockReason();
  const { data: found, isLoading: isAsking } = useWorkingCopy(resource, id);
  // Where reading again fails, the form stays with what is in it.
  if (!edit.record && edit.error) {
    const kind = edit.error instanceof CallFailure && edit.error.kind;
    if (kind === 'missing') return <GoneRecord resource={resource} onClose={onClose} />;
    if (kind === 'forbidden') return <NoRight resource={resource.name} action="list" onClose={onClose} />;
    return <Failed level={3} error={edit.error} onRetry={edit.refetch} />;
  }
  if (!edit.record || isAsking) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const copy = found?.copy;
  if (found && copy && !copy.is_own) return <ForeignCopy {...{ resource, found, copy, isReadOnly }} />;
  const why = lockReason('edit', edit.record);
  if (isReadOnly || why) return <ReadOnlyForm resource={resource} why={isReadOnly ? undefined : why} />;
  const note = lockReason('delete', edit.record);
  const { conflict } = save.state;
  return (
    <RecordForm resource={resource} id={id} save={save} onClose={onClose}>
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
        <StaleRecord
          key={conflict.n}
          resource={resource}
          save={save}
          by={conflict.by}
          isOfCopy={copy?.is_stale === 1}
        />
      )}
    </RecordForm>
  );
}

interface StaleProps {
  resource: Resource;
  save: Save;
  by: StaleBy | undefined;
  isOfCopy: boolean;
}

/** What somebody else changed under a working copy is settled in the copy: the record is not written. */
function StaleRecord({ resource, save, by, isOfCopy }: StaleProps) {
  const autosave = useAutosave();
  const { getValues } = useFormContext();
  const resolve = () => {
    save.baseVersion.current = Number(getValues('version'));
    save.dispatch({ type: 'resolved' });
  };
  const keepMine = () => {
    resolve();
    autosave?.flush({ isResolved: true });
  };
  return <StaleNotice resource={resource} by={by} onResolved={resolve} onKeepMine={isOfCopy ? keepMine : undefined} />;
}

/** Shown instead of a deleted record. If it has a draft, a new record can be started from that. */
function GoneRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const name = useName(resource);
  const navigate = useNavigate();
  const identity = useIdentity();
  const { address } = useFormAddress();
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const newRecord = useListLink(resource)('create');
  const draft = identity && readDraft(identity.id, address);
  // The draft of another new record is not overwritten.
  const hasOtherDraft = identity && readDraft(identity.id, newRecord.pathname) !== undefined;
  if (!draft || hasOtherDraft || !canAccess || !resource.entity.calls.create) return <NoRecord onClose={onClose} />;
  const startNewRecord = () => {
    const { version: _deletedVersion, ...typed } = draft;
    if (saveDraft({ ...typed, path: newRecord.pathname })) discardDrafts(draft.adminId, address);
    navigate(newRecord);
  };
  return (
    <NoRecord onClose={onClose} hint="pages.noRecordDraft">
      <Button variant="contained" onClick={startNewRecord}>
        {translate('form.beginNew', { name })}
      </Button>
    </NoRecord>
  );
}
