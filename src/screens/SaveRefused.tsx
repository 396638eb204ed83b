import { Alert, Box, Button } from '@mui/material';
import { setSubmissionErrors, useCanAccess, useDataProvider, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Control, get, useFormContext, useFormState } from 'react-hook-form';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { usePending } from '../upload/pending.ts';
import { useSay } from '../useSay.ts';
import { useFormAddress } from './formAddress.ts';
import { useName } from './useName.ts';
import { errorsOf, type Refusal, rootOf } from './useSaveFailed.ts';

interface OnGone {
  /** A new record was made of what the form holds. */
  onCreated: (record: unknown) => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

interface Props {
  resource: Resource;
  refusal: Refusal;
  /** Of a record that may be gone. */
  onGone?: OnGone;
}

/** Whether an input of the form stands for a value, or for what it is part of. */
const hasInput = ({ _fields }: Control, name: string) => {
  const parts = name.split('.');
  return parts.some((_part, at) => {
    const field: { _f?: unknown } | undefined = get(_fields, parts.slice(0, at + 1).join('.'));
    return field?._f !== undefined;
  });
};

/**
 * Why a save was refused, where no field of the form can say it. Of a record that is gone the text is kept: a new record
 * can be made of it.
 */
export function SaveRefused({ resource, refusal, onGone }: Props) {
  const { failure, isGone } = refusal;
  const translate = useTranslate();
  const say = useSay();
  const label = useFieldLabel(resource.name, resource.labels);
  const { control, clearErrors } = useFormContext();
  const { errors } = useFormState();
  const hidden = errorsOf(failure).filter(([name]) => !hasInput(control, name));
  // Nobody could mend them at a field, and the form would never be sent again.
  const blocking = hidden.map(([name]) => name).filter((name) => get(errors, name));
  useEffect(() => {
    if (blocking.length > 0) clearErrors(blocking);
  });

  const box = useRef<HTMLDivElement>(null);
  const show = useEffectEvent((_met: Refusal) => box.current?.scrollIntoView?.({ block: 'nearest' }));
  useEffect(() => show(refusal), [refusal]);

  const lines = [
    ...(isGone ? ['form.gone'] : []),
    ...(failure.kind === 'invalid' || (isGone && failure.kind === 'missing') ? [] : [say.why(failure)]),
    ...hidden.map(([name, message]) => `${label(rootOf(name))}: ${translate(message, { _: message })}`),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert ref={box} severity="error" sx={{ mb: 1 }}>
      {lines.map((line) => (
        <div key={line}>{translate(line, { _: line })}</div>
      ))}
      {isGone && onGone && <WhatNow resource={resource} {...onGone} />}
    </Alert>
  );
}

/** What one can do with the text of a record that is gone. */
function WhatNow({ resource, onCreated, onFailed, onClose }: OnGone & { resource: Resource }) {
  const translate = useTranslate();
  const name = useName(resource);
  const provider = useDataProvider();
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const { isInPlace } = useFormAddress();
  const { handleSubmit, setError } = useFormContext();
  const { isSubmitting } = useFormState();
  const { ofForms: uploading } = usePending();
  const create = handleSubmit(async (values) => {
    try {
      const { data } = await provider.create(resource.name, { data: values });
      onCreated(data);
    } catch (error) {
      onFailed(error);
      if (error instanceof CallFailure) setSubmissionErrors(Object.fromEntries(errorsOf(error)), setError);
    }
  });
  const mayCreate = Boolean(resource.entity.calls.create) && canAccess;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {mayCreate && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={isSubmitting || uploading > 0}
          onClick={create}
        >
          {translate('form.saveAsNew', { name })}
        </Button>
      )}
      {!isInPlace && (
        <Button size="small" color="inherit" onClick={onClose}>
          {translate('form.close')}
        </Button>
      )}
    </Box>
  );
}
