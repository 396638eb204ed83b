import { Box, Button, Link, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { login } from '../../contract/calls/auth.ts';
import type { Credentials, StepProps } from './signInStep.ts';

interface Props extends StepProps {
  /** Account and password, which were right. */
  first: Credentials;
  onBack: () => void;
}

/** Asks for a code of the authenticator, or a recovery code, once account and password were right (docs/contract.md, "Failures": 428). */
export function SecondStep({ first, isBusy, send, onBack }: Props) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isRecovery, setRecovery] = useState(false);
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
      <Typography color="text.secondary">
        {translate(isRecovery ? 'signIn.recoveryHint' : 'signIn.factorHint', { name: first.username })}
      </Typography>
      <TextField
        // Another keyboard comes with the other kind of code.
        key={String(isRecovery)}
        name="code"
        autoFocus
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
      <Button type="submit" variant="contained" size="large" loading={isBusy}>
        {translate('signIn.submit')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Link component="button" type="button" onClick={onBack}>
          {translate('frame.back')}
        </Link>
        <Link component="button" type="button" onClick={change}>
          {translate(isRecovery ? 'signIn.useFactor' : 'signIn.useRecovery')}
        </Link>
      </Box>
    </Box>
  );
}
