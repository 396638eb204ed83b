import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Box, Button, IconButton, InputAdornment, TextField } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { login } from '../../contract/calls/auth.ts';
import { features } from '../services/services.ts';
import type { StepProps } from './signInStep.ts';

const { username: nameLimits, password: passwordLimits } = login.params;

/** Account and password. */
export function AccountForm({ isBusy, send }: StepProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A telephone's keyboard puts a space behind what it completes.
    const name = username.trim();
    if ((name && password) || !features.has('checks')) send({ username: name, password });
    else notify('signIn.required', { type: 'error', autoHideDuration: 2000 });
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 3 }}>
      <TextField
        name="username"
        autoComplete="username"
        autoFocus
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
    </Box>
  );
}
