import { Alert, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useIdentity } from '../auth/useIdentity.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFormAddress } from './formAddress.ts';
import { discardDrafts, readDraft, saveDraft } from './formDrafts.ts';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { useDirtyFields } from './useDirtyFields.ts';

const keepAfterMs = 400;

interface Props {
  resource: Resource;
  isNew: boolean;
  /** It is saved: nothing would be lost by leaving it. */
  isSaved: boolean;
  /** What was typed is put back over a record that someone has changed since. */
  onStale: () => void;
  /** A form in its list's place is saved, and holds nothing unsaved any more. */
  onSaved: () => void;
}

/** Keeps what is typed in the form around it, and puts it back when one comes to the same address again. */
export function DraftPersistence({ resource, isNew, isSaved, onStale, onSaved }: Props) {
  const translate = useTranslate();
  const { getValues, setValue, reset } = useFormContext();
  const values = useWatch();
  const { address, isInPlace } = useFormAddress();
  const identity = useIdentity();
  const [isRestored, setRestored] = useState(false);
  const dirty = useDirtyFields();
  const isDirty = dirty.length > 0 && !isSaved;

  /** The version that was typed over: a newer one that is read later does not change it. */
  const typedOver = useRef<number | undefined>(undefined);

  const keep = (held = getValues()) => {
    if (!identity || !isDirty) return true;
    // A new record needs also what it began with. A secret is never kept: leaving asks, as where there is no room.
    const isSecret = (field: string) => resource.entity.fields[field]?.writeOnly;
    const names = (isNew ? Object.keys(held) : dirty).filter((field) => !isSecret(field));
    const title = String(held[resource.entity.label] ?? '');
    const typed = Object.fromEntries(names.map((field) => [field, held[field]]));
    const form = { adminId: identity.id, path: address, resource: resource.name, title };
    const unsaved = { ...form, version: typedOver.current, values: typed };
    return saveDraft(unsaved) && !dirty.some((field) => isSecret(field) && held[field]);
  };
  const keepSoon = useEffectEvent(keep);
  useEffect(() => {
    if (!isDirty) return undefined;
    const timer = setTimeout(() => keepSoon(values), keepAfterMs);
    return () => clearTimeout(timer);
  }, [values, isDirty]);
  // Saved, discarded, or typed back to what it was.
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !isDirty) discardDrafts(identity?.id, address);
    if (!wasDirty.current && isDirty) typedOver.current ??= getValues('version');
    if (!isDirty) typedOver.current = undefined;
    wasDirty.current = isDirty;
  }, [isDirty, address, identity?.id, getValues]);

  const settle = useEffectEvent(() => {
    reset(getValues());
    onSaved();
  });
  useEffect(() => {
    if (isSaved && isInPlace) settle();
  }, [isSaved, isInPlace]);

  const restore = useEffectEvent(() => {
    const unsaved = identity && readDraft(identity.id, address);
    if (!unsaved) return;
    typedOver.current = unsaved.version;
    for (const [field, value] of Object.entries(unsaved.values)) setValue(field, value, { shouldDirty: true });
    setRestored(true);
    if (!isNew && unsaved.version !== getValues('version')) onStale();
  });
  useEffect(() => {
    if (identity?.id !== undefined) restore();
  }, [identity?.id]);

  const discard = () => {
    reset();
    setRestored(false);
  };
  return (
    <>
      <UnsavedChangesGuard isDirty={isDirty} onKeep={keep} />
      {isRestored && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={discard}>
              {translate('form.discard')}
            </Button>
          }
        >
          {translate('form.restored')}
        </Alert>
      )}
    </>
  );
}
