import { Button } from '@mui/material';
import { useCanAccess, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '../resource.ts';
import { useIdentity } from '../useIdentity.ts';
import { NoRecord } from './faces/NotFound.tsx';
import { useFormAddress } from './formAddress.ts';
import { dropUnsaved, keepUnsaved, readUnsaved } from './unsaved.ts';
import { useListLink } from './useListLink.ts';
import { useName } from './useName.ts';

/** In the place of a record that is gone; what was typed in its form before that can begin a new one. */
export function GoneRecord({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const name = useName(resource);
  const navigate = useNavigate();
  const identity = useIdentity();
  const { address } = useFormAddress();
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const newRecord = useListLink(resource)('create');
  const draft = identity && readUnsaved(identity.id, address);
  // A new record that is half written is not written over.
  const isTaken = identity && readUnsaved(identity.id, newRecord.pathname) !== undefined;
  if (!draft || isTaken || !canAccess || !resource.entity.calls.create) return <NoRecord onClose={onClose} />;
  const begin = () => {
    const { version: _ofTheOldOne, ...typed } = draft;
    if (keepUnsaved({ ...typed, path: newRecord.pathname })) dropUnsaved(draft.adminId, address);
    navigate(newRecord);
  };
  return (
    <NoRecord onClose={onClose} hint="pages.noRecordDraft">
      <Button variant="contained" onClick={begin}>
        {translate('form.beginNew', { name })}
      </Button>
    </NoRecord>
  );
}
