import { Alert, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { useIdentity } from '../layout/useMenu.ts';
import type { Resource } from '../resource.ts';
import { session } from '../services.ts';
import { dropUnsaved, keepUnsaved, readUnsaved } from './unsaved.ts';
import { useName } from './useName.ts';

/** Keeps what is typed in the form around it when the session dies, and puts it back on the same path afterwards. */
export function KeepUnsaved({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { getValues, setValue, reset, formState } = useFormContext();
  const { dirtyFields } = formState;
  const { pathname } = useLocation();
  const identity = useIdentity();
  const name = useName(resource);
  const [isRestored, setRestored] = useState(false);

  const keep = useEffectEvent(() => {
    const names = Object.keys(dirtyFields);
    if (!identity || names.length === 0) return;
    const values = Object.fromEntries(names.map((field) => [field, getValues(field)]));
    const title = `${name} ${String(getValues(resource.entity.label) ?? '')}`.trim();
    keepUnsaved({ adminId: identity.id, path: pathname, title, values });
  });
  useEffect(
    () =>
      session.subscribe(() => {
        const status = session.status();
        if (status === 'dead' || status === 'expired') keep();
        // Signed in over the screen: the form is still here.
        if (status === 'in') dropUnsaved();
      }),
    [],
  );

  useEffect(() => {
    const unsaved = readUnsaved(identity?.id);
    if (unsaved?.path !== pathname) return;
    for (const [field, value] of Object.entries(unsaved.values)) setValue(field, value, { shouldDirty: true });
    dropUnsaved();
    setRestored(true);
  }, [identity?.id, pathname, setValue]);

  if (!isRestored) return null;
  const discard = () => {
    reset();
    setRestored(false);
  };
  return (
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
  );
}
