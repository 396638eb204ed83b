import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Alert, Box, Button, IconButton, InputAdornment, Tab, Tabs, TextField } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';

export interface Credentials {
  username: string;
  password?: string;
  verify?: string;
}

interface Props {
  /** Signs in; a failure that it throws is shown as a toast for 2 seconds (console.md section 8). */
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** The two tabs of the sign-in, 账户 and 短信 (console.md section 2). */
export function SignInForm({ onSubmit }: Props) {
  const translate = useTranslate();
  const [tab, setTab] = useState<'account' | 'sms'>('account');
  return (
    <Box>
      <Tabs
        value={tab}
        onChange={(_event, value) => setTab(value)}
        variant="fullWidth"
        aria-label={translate('signIn.title')}
      >
        <Tab value="account" label={translate('signIn.account')} />
        <Tab value="sms" label={translate('signIn.sms')} />
      </Tabs>
      {tab === 'account' ? <AccountForm onSubmit={onSubmit} /> : <SmsForm />}
    </Box>
  );
}

function AccountForm({ onSubmit }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!username || !password) {
      notify('signIn.required', { type: 'error', autoHideDuration: 2000 });
      return;
    }
    setBusy(true);
    try {
      await onSubmit({ username, password });
    } catch (error) {
      const message = error instanceof Error ? error.message : 'failure.refused';
      notify(message, { type: 'error', autoHideDuration: 2000, messageArgs: { _: message } });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 3 }}>
      <TextField
        name="username"
        autoComplete="username"
        autoFocus
        placeholder={translate('signIn.username')}
        slotProps={{ htmlInput: { 'aria-label': translate('signIn.username'), maxLength: 60 } }}
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
          htmlInput: { 'aria-label': translate('signIn.password'), maxLength: 128 },
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

function SmsForm() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 3 }}>
      <Alert severity="info">{translate('signIn.smsOff')}</Alert>
      <TextField
        disabled
        placeholder={translate('signIn.mobile')}
        slotProps={{ htmlInput: { 'aria-label': translate('signIn.mobile') } }}
      />
      <TextField
        disabled
        placeholder={translate('signIn.code')}
        slotProps={{ htmlInput: { 'aria-label': translate('signIn.code') } }}
      />
      <Button variant="contained" size="large" disabled>
        {translate('signIn.submit')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary' }}>
        <span>{translate('signIn.forgotAccount')}</span>
        <span>{translate('signIn.forgotPassword')}</span>
      </Box>
    </Box>
  );
}
