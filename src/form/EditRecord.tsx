import { Alert, Button } from '@mui/material';
import { EditBase, type EditControllerResult, useCanAccess, useTranslate } from 'ra-core';
import { Suspense } from 'react';
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
import { ReadOnlyForm, RecordForm } from './RecordForm.tsx';
import { StaleNotice } from './StaleNotice.tsx';
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
    toast.success((resource.form.showsReply && replyMessageOf(record)) || 'form.saved');
  return (
    <EditBase
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={save.mutationOptions(notifyUpdated)}
      // The panel shows read errors itself, with a retry button.
      queryOptions={{ refetchOnWindowFocus: false, onError: () => {} }}
      disableAuthentication
      render={(edit: EditControllerResult) => <EditRecordBody edit={edit} save={save} {...props} />}
    />
  );
}

type BodyProps = Omit<Props, 'id'> & { edit: EditControllerResult; save: Save };

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
