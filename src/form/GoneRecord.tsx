import { Button } from '@mui/material';
import { useCanAccess, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { useIdentity } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { discardDrafts, readDraft, saveDraft, useFormAddress } from '../drafts/formDrafts.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { NoRecord } from '../ui/states/NotFound.tsx';

/** Shown instead of a deleted record. If it has a draft, a new record can be started from that. */
export function GoneRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const name = useName(resource);
  const navigate = useNavigate();
  const identity = useIdentity();
  const { address } = useFormAddress();
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const hasNoColumn = useHasNoColumn(resource);
  const newRecord = useListLink(resource)('create');
  const draft = identity && readDraft(identity.id, address);
  // The draft of another new record is not overwritten.
  const hasOtherDraft = identity && readDraft(identity.id, newRecord.pathname) !== undefined;
  if (!draft || hasOtherDraft || !canAccess || hasNoColumn || !resource.entity.calls.create)
    return <NoRecord onClose={onClose} />;
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
