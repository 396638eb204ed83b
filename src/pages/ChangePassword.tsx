import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify, useRefresh, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { http, session } from '../services.ts';

const shortest = changePassword.params.new_password.min;

/** Changes one's own password; every other session of the administrator ends. */
export function ChangePassword({ isFirst = false }: { isFirst?: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const leaveIfRefused = useLogoutIfAccessDenied();
  const [values, setValues] = useState({ password: '', new_password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.new_password.length < shortest) {
      setErrors({ new_password: translate('password.tooShort') });
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      await http.call(changePassword, values);
      notify('password.saved', { type: 'success' });
      setValues({ password: '', new_password: '' });
      // What is known of oneself changed: `must_change` is gone.
      session.begin(session.token());
      await queries.resetQueries();
      refresh();
    } catch (error) {
      if (await leaveIfRefused(error)) return;
      if (error instanceof CallFailure && error.kind === 'invalid')
        setErrors(error.data.errors as Record<string, string>);
      else notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof typeof values, label: string, autoComplete: string, hint = '') => (
    <TextField
      type="password"
      name={name}
      label={translate(label)}
      autoComplete={autoComplete}
      value={values[name]}
      error={Boolean(errors[name])}
      helperText={errors[name] ?? hint}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ maxWidth: 400, m: { xs: 2, sm: 4 }, display: 'grid', gap: 2 }}
    >
      <Typography variant="h1">{translate('password.title')}</Typography>
      {isFirst && <Alert severity="info">{translate('password.first')}</Alert>}
      {field('password', 'password.current', 'current-password')}
      {field('new_password', 'password.next', 'new-password', translate('password.hint'))}
      <Button type="submit" variant="contained" loading={isBusy}>
        {translate('password.submit')}
      </Button>
    </Box>
  );
}
