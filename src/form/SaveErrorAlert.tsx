import { Alert, Box, Button } from '@mui/material';
import { setSubmissionErrors, useCanAccess, useTranslate } from 'ra-core';
import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { type Control, get, useFormContext, useFormState } from 'react-hook-form';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel, useName } from '../declaration/useFieldLabel.ts';
import { useFormAddress } from '../drafts/formDrafts.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { useProvider } from '../services/queryClient.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { loadRefusalMessages, useToast } from '../ui/useToast.ts';
import { usePending } from '../upload/pending.ts';
import type { SaveState } from './saveState.ts';
import { useNotifyCreated } from './useNotifyCreated.tsx';
import { errorsOf, rootOf, type Save } from './useSave.ts';

const GrantersHint = lazyComponent(() => loadRefusalMessages().then((module) => module.GrantersHint));

interface Props {
  resource: Resource;
  save: Save;
  onClose: () => void;
}

type SaveError = NonNullable<SaveState['saveError']>;

/** An error path or a part of it may have an input: the one of `params` shows `params.color`. */
const hasInput = ({ _fields }: Control, name: string) =>
  name.split('.').some((_part, at, parts) => get(_fields, [...parts.slice(0, at + 1), '_f'].join('.')) !== undefined);

/** Shows the refusals that no input shows. If the record is gone, its form can be saved as a new one. */
export function SaveErrorAlert({ saveError, ...props }: Props & { saveError: SaveError }) {
  const { resource } = props;
  const { failure, isGone } = saveError;
  const translate = useTranslate();
  const toast = useToast();
  const label = useFieldLabel(resource.name, resource.form.labels);
  const { control, clearErrors } = useFormContext();
  const { errors } = useFormState();
  const withoutInput = errorsOf(failure).filter(([name]) => !hasInput(control, name));
  // react-hook-form submits no form with errors, and no input would clear these.
  const blocking = withoutInput.map(([name]) => name).filter((name) => get(errors, name));
  useEffect(() => {
    if (blocking.length > 0) clearErrors(blocking);
  });

  const lacked = failure.data.rule as string | undefined;
  const box = useRef<HTMLDivElement>(null);
  const show = useEffectEvent((_newest: SaveError) => box.current?.scrollIntoView?.({ block: 'nearest' }));
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    show(saveError);
  }, [saveError]);

  const lines = [
    ...(isGone ? ['form.gone'] : []),
    ...(failure.kind === 'invalid' || (isGone && failure.kind === 'missing') ? [] : [toast.messageOf(failure)]),
    ...withoutInput.map(([name, message]) => `${label(rootOf(name))}: ${translate(message, { _: message })}`),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert ref={box} severity="error" sx={{ mb: 1 }}>
      {lines.map((line) => (
        <div key={line}>{translate(line, { _: line })}</div>
      ))}
      {lacked && (
        <Suspense>
          <GrantersHint rule={lacked} />
        </Suspense>
      )}
      {isGone && <GoneRecordActions {...props} />}
    </Alert>
  );
}

function GoneRecordActions({ resource, save, onClose }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const provider = useProvider();
  const { onMutate, onSuccess, onError } = save.mutationOptions(useNotifyCreated(resource, save));
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const hasNoColumn = useHasNoColumn(resource);
  const { isInPlace } = useFormAddress();
  const { handleSubmit, setError } = useFormContext();
  const { isSubmitting } = useFormState();
  const { ofForms: uploading } = usePending();
  // Somebody deleted the record on purpose: its text becomes a draft, so that it is not public again at once.
  const asDraft = resource.entity.fields.state ? { status: 0 } : {};
  const create = handleSubmit(async (values) => {
    onMutate();
    try {
      save.options.current = { values: asDraft };
      save.sent.current = { ...values, ...asDraft };
      const { data } = await provider.create(resource.name, { data: save.sent.current });
      onSuccess(data);
    } catch (error) {
      onError(error);
      if (error instanceof CallFailure) setSubmissionErrors(Object.fromEntries(errorsOf(error)), setError);
    }
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {resource.entity.calls.create && canAccess && !hasNoColumn && (
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
