import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { confirm, confirmedMinutes } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useIdentity } from '../auth/useMay.ts';
import { useOperationName } from '../logs/useOperationName.ts';
import { confirmation, http, session } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { CodeField } from './CodeField.tsx';

type Errors = Partial<Record<'password' | 'code', string>>;

const cancel = () => confirmation.settle(false);

/** @param call the first of those that wait: they are repeated after the confirmation, and given up when it is cancelled */
export function ConfirmIdentityDialog({ call: { path, title } }: { call: Call }) {
  const translate = useTranslate();
  const operationName = useOperationName();
  const [titleId, hintId] = [useId(), useId()];
  return (
    <Dialog
      open
      // A click beside it, such as the second one on a save button, gives nothing up.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && cancel()}
      aria-labelledby={titleId}
      aria-describedby={hintId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>{translate('confirmIdentity.title')}</DialogTitle>
      <ProofForm>
        <DialogContentText id={hintId}>
          {translate('confirmIdentity.why', { operation: operationName({ id: 0, path, title }), minutes: confirmedMinutes })}
        </DialogContentText>
      </ProofForm>
    </Dialog>
  );
}

/** The password, and a code if the second factor is on. */
function ProofForm({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const isTotpOn = useIdentity()?.totp ?? false;
  // Another browser may have turned it on since.
  const hasCode = isTotpOn || errors.code !== undefined;

  const show = (wrong: Errors) => {
    setErrors(wrong);
    fields[wrong.password ? 'password' : 'code'].current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const required = translate('ra.validation.required');
    const wrong = { ...(!password && { password: required }), ...(hasCode && !code.trim() && { code: required }) };
    if (Object.keys(wrong).length > 0) return show(wrong);
    return run(async () => {
      try {
        await http.call(confirm, { password, ...(hasCode && { code: code.trim() }) });
        confirmation.settle(true);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // The sign-in dialog takes over, so that nothing that was typed is lost.
        if (error.kind === 'unauthorized') session.expire();
        else if (error.kind === 'invalid') show(error.data.errors as Errors);
        else show({ password: toast.messageOf(error) });
      }
    });
  };

  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {children}
        <TextField
          type="password"
          name="password"
          inputRef={fields.password}
          label={translate('password.current')}
          required
          autoFocus
          autoComplete="current-password"
          value={password}
          error={Boolean(errors.password)}
          helperText={errors.password}
          onChange={(event) => setPassword(event.target.value)}
          slotProps={{ htmlInput: { maxLength: confirm.params.password.max } }}
        />
        {hasCode && (
          <CodeField inputRef={fields.code} value={code} error={errors.code} onChange={setCode} withRecovery />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={cancel}>{translate('list.cancel')}</Button>
        <Button type="submit" variant="contained" loading={isBusy}>
          {translate('confirmIdentity.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
