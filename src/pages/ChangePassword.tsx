import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify, useRefresh, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { http, session } from '../services.ts';
import { sizes } from '../theme/index.ts';

const { min: shortest, max: longest } = changePassword.params.new_password;

const none = { password: '', new_password: '', repeated: '' };

/** Changes one's own password; every other session of the administrator ends. */
export function ChangePassword({ isFirst = false }: { isFirst?: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const leaveIfRefused = useLogoutIfAccessDenied();
  const [values, setValues] = useState(none);
  const [errors, setErrors] = useState<Partial<typeof none>>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { repeated, ...given } = values;
    const wrong = {
      ...(given.password === '' && { password: translate('ra.validation.required') }),
      ...(given.new_password.length < shortest && { new_password: translate('password.tooShort') }),
      ...(given.new_password !== repeated && { repeated: translate('password.differs') }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await http.call(changePassword, given);
      notify('password.saved', { type: 'success' });
      setValues(none);
      // What is known of oneself changed: `must_change` is gone.
      session.begin(session.token());
      await queries.resetQueries();
      refresh();
    } catch (error) {
      if (await leaveIfRefused(error)) return;
      if (error instanceof CallFailure && error.kind === 'invalid') setErrors(error.data.errors as typeof errors);
      else notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof typeof none, label: string, hint = '') => (
    <TextField
      type="password"
      name={name}
      label={translate(label)}
      required
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      value={values[name]}
      error={Boolean(errors[name])}
      helperText={errors[name] ?? hint}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: longest } }}
    />
  );

  return (
    <Box
      sx={{
        flex: 1,
        p: { xs: 2, sm: 6 },
        display: 'grid',
        placeContent: 'start center',
        gridTemplateColumns: `minmax(0, ${sizes.dialog}px)`,
      }}
    >
      <Card
        component="form"
        variant="outlined"
        noValidate
        onSubmit={submit}
        sx={{ p: { xs: 2, sm: 4 }, display: 'grid', gap: 2 }}
      >
        <Typography variant="h1">{translate('password.title')}</Typography>
        {isFirst && <Alert severity="info">{translate('password.first')}</Alert>}
        {field('password', 'password.current')}
        {field('new_password', 'password.next', translate('password.hint'))}
        {field('repeated', 'password.repeat')}
        <Button type="submit" variant="contained" loading={isBusy}>
          {translate('password.submit')}
        </Button>
      </Card>
    </Box>
  );
}
