import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Alert, Box, Button, Divider, IconButton, InputAdornment, Link, TextField, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Credentials } from '../../authProvider/index.ts';
import { login } from '../../contract/calls/auth.ts';
import { PasskeyButton } from '../account/PasskeyButton.tsx';
import { canUsePasskeys } from '../account/passkey.ts';
import { features } from '../services/services.ts';

const { username: nameLimits, password: passwordLimits } = login.params;

/** @param known the user name with which the form begins, if it is known who signs in again */
export function AccountForm({ isBusy, send, known }: StepProps & { known?: string | undefined }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [typed, setUsername] = useState<string>();
  const username = typed ?? known ?? '';
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Phone keyboards append a space to an autocompleted word.
    const name = username.trim();
    if ((name && password) || !features.has('checks')) send({ username: name, password });
    else notify('signIn.required', { type: 'error', autoHideDuration: 2000 });
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 3 }}>
      <TextField
        name="username"
        autoComplete="username"
        autoFocus={!known}
        placeholder={translate('signIn.username')}
        slotProps={{
          htmlInput: {
            'aria-label': translate('signIn.username'),
            maxLength: nameLimits.max,
            autoCapitalize: 'none',
            spellCheck: false,
          },
        }}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoFocus={Boolean(known)}
        placeholder={translate('signIn.password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': translate('signIn.password'), maxLength: passwordLimits.max },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-pressed={isShown}
                  aria-label={translate(isShown ? 'signIn.hidePassword' : 'signIn.showPassword')}
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Button type="submit" variant="contained" size="large" loading={isBusy}>
        {translate('signIn.submit')}
      </Button>
      {canUsePasskeys() && (
        <PasskeyButton isBusy={isBusy} onAnswer={(passkey) => send({ username: '', passkey })}>
          {translate('signIn.byPasskey')}
        </PasskeyButton>
      )}
    </Box>
  );
}

/** The props of each step. `send` signs in and resolves to the errors by parameter, which are none after a success. */
export interface StepProps {
  isBusy: boolean;
  send: (credentials: Credentials) => Promise<Record<string, string>>;
}

interface SecondStepProps extends StepProps {
  first: Credentials;
  /** The kinds of second factor that the account has. Recovery codes are always accepted. */
  factors: readonly string[];
  onBack: () => void;
}

/** Asks for a passkey, an authenticator's or a recovery code after the password (docs/contract.md, "Failures": 428). */
export function SecondStep({ first, factors, isBusy, send, onBack }: SecondStepProps) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const hasCodes = factors.includes('totp');
  const hasPasskey = factors.includes('passkey') && canUsePasskeys();
  const [isRecovery, setRecovery] = useState(!hasCodes);
  const label = translate(isRecovery ? 'signIn.recovery' : 'signIn.factor');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const verify = code.trim();
    setError(verify ? (await send({ ...first, verify })).verify : translate('signIn.codeRequired'));
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode('');
    setError(undefined);
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 1 }}>
      {hasPasskey && (
        <>
          <PasskeyButton isFirst isBusy={isBusy} onAnswer={(passkey) => send({ ...first, passkey })}>
            {translate('signIn.withPasskey')}
          </PasskeyButton>
          <Divider>{translate('signIn.or')}</Divider>
        </>
      )}
      {factors.includes('passkey') && !hasPasskey && (
        <Alert severity="info">{translate('signIn.passkeyElsewhere')}</Alert>
      )}
      <Typography color="text.secondary">
        {translate(isRecovery ? 'signIn.recoveryHint' : 'signIn.factorHint', { name: first.username })}
      </Typography>
      <TextField
        // The key remounts the input, because a phone does not change its keyboard otherwise.
        key={String(isRecovery)}
        name="code"
        autoFocus={!hasPasskey}
        autoComplete="one-time-code"
        placeholder={label}
        value={code}
        error={Boolean(error)}
        helperText={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
        slotProps={{
          htmlInput: {
            'aria-label': label,
            inputMode: isRecovery ? 'text' : 'numeric',
            maxLength: login.params.verify.max,
          },
        }}
      />
      <Button type="submit" variant={hasPasskey ? 'outlined' : 'contained'} size="large" loading={isBusy}>
        {translate('signIn.submit')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Link component="button" type="button" onClick={onBack}>
          {translate('frame.back')}
        </Link>
        {hasCodes && (
          <Link component="button" type="button" onClick={change}>
            {translate(isRecovery ? 'signIn.useFactor' : 'signIn.useRecovery')}
          </Link>
        )}
      </Box>
    </Box>
  );
}
