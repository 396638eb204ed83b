import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Divider,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Call, Params } from '../../contract/call.ts';
import { confirm, confirmedMinutes } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useIdentity } from '../auth/useMay.ts';
import { useOperationName } from '../logs/useOperationName.ts';
import { endWaiting, subscribe, waitingCall } from '../services/confirmation.ts';
import { http, session, useSession } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { CodeField } from './CodeField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { canUsePasskeys } from './passkey.ts';

/** Loaded together, so that no call waits for a dialog that cannot be loaded. */
export { untilConfirmed } from '../services/confirmation.ts';

/** Asks who it is while calls wait for that. An expired session is asked for first: its sign-in is a confirmation too. */
export function ConfirmIdentity() {
  const call = useSyncExternalStore(subscribe, waitingCall);
  const isUsable = useSession() === 'in';
  return call && isUsable ? <ConfirmDialog call={call} /> : null;
}

const cancel = () => endWaiting(false);

function ConfirmDialog({ call: { path, title } }: { call: Call }) {
  const translate = useTranslate();
  const operationName = useOperationName();
  const [titleId, hintId] = [useId(), useId()];
  useFocusReturn();
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
          {translate('confirmIdentity.why', {
            operation: operationName({ id: 0, path, title }),
            smart_count: confirmedMinutes,
          })}
        </DialogContentText>
      </ProofForm>
    </Dialog>
  );
}

/** A save button has lost the focus while it is disabled. It gets it back once it is enabled, unless something else has it. */
function useFocusReturn(): void {
  const [before] = useState(focusedElement);
  useEffect(() => () => focusWhenEnabled(before), [before]);
}

function focusedElement(): HTMLElement | null {
  const { activeElement } = document;
  const isLost = !(activeElement instanceof HTMLElement) || activeElement.matches('body, [role=dialog]');
  return isLost ? document.querySelector('[data-save]:disabled, .MuiButton-loading') : activeElement;
}

const maxFrames = 30;

function focusWhenEnabled(target: HTMLElement | null, frame = 0): void {
  if (!target || !document.activeElement?.contains(target)) return;
  if (!target.matches(':disabled')) target.focus();
  else if (frame < maxFrames) requestAnimationFrame(() => focusWhenEnabled(target, frame + 1));
}

type Errors = Partial<Record<'password' | 'code', string>>;

/** A passkey, or the password and a code if there is a second factor. */
function ProofForm({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const identity = useIdentity();
  const hasPasskey = Boolean(identity?.passkeys) && canUsePasskeys();
  // Another browser may have turned a factor on since.
  const hasCode = Boolean(identity?.totp || identity?.passkeys) || errors.code !== undefined;

  const show = (wrong: Errors) => {
    setErrors(wrong);
    fields[wrong.password ? 'password' : 'code'].current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const required = translate('ra.validation.required');
    const wrong = { ...(!password && { password: required }), ...(hasCode && !code.trim() && { code: required }) };
    if (Object.keys(wrong).length > 0) return show(wrong);
    return run(() => confirmBy({ password, ...(hasCode && { code: code.trim() }) }));
  };
  const confirmBy = async (proof: Params<typeof confirm>) => {
    try {
      await http.call(confirm, proof);
      endWaiting(true);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // The sign-in dialog takes over, so that nothing that was typed is lost.
      if (error.kind === 'unauthorized') session.expire();
      else if (error.kind === 'invalid') show(error.data.errors as Errors);
      else if (proof.passkey) toast.error(error);
      else show({ password: toast.messageOf(error) });
    }
  };

  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        {children}
        {hasPasskey && (
          <>
            <PasskeyButton isFirst isBusy={isBusy} onAnswer={(passkey) => run(() => confirmBy({ passkey }))}>
              {translate('signIn.withPasskey')}
            </PasskeyButton>
            <Divider>{translate('signIn.or')}</Divider>
          </>
        )}
        <TextField
          type="password"
          name="password"
          inputRef={fields.password}
          label={translate('password.current')}
          required
          autoFocus={!hasPasskey}
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
        <Button type="submit" variant={hasPasskey ? 'outlined' : 'contained'} loading={isBusy}>
          {translate('confirmIdentity.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
