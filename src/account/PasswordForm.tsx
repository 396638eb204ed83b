import { Box, Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../../contract/calls/auth.ts';
import { http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { sessionsKey } from './useSessions.ts';

const { min: shortest, max: longest } = changePassword.params.new_password;

const none = { password: '', new_password: '', repeated: '' };

/** Old password, new one twice. Every other session of the administrator ends with it. */
export function PasswordForm({ onSaved }: { onSaved: () => void | Promise<void> }) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const [values, setValues] = useState(none);
  const [errors, setErrors] = useState<Partial<typeof none>>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { repeated, ...given } = values;
    const wrong = {
      ...(given.password === '' && { password: translate('ra.validation.required') }),
      ...(given.new_password.length < shortest && { new_password: translate('password.tooShort') }),
      ...(given.new_password !== repeated && { repeated: translate('password.differs') }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const work = async () => {
      await http.call(changePassword, given);
      toast.success('password.saved');
      queries.invalidateQueries({ queryKey: sessionsKey });
      await onSaved();
    };
    return run(work, setErrors, (why) => setErrors({ password: why }));
  };

  const field = (name: keyof typeof none, label: string, hint = '') => (
    <TextField
      type="password"
      name={name}
      label={translate(label)}
      required
      autoFocus={name === 'password'}
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      value={values[name]}
      error={Boolean(errors[name])}
      helperText={errors[name] ?? hint}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: longest } }}
    />
  );

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {field('password', 'password.current')}
      {field('new_password', 'password.next', translate('password.hint'))}
      {field('repeated', 'password.repeat')}
      <Button type="submit" variant="contained" loading={isBusy}>
        {translate('password.submit')}
      </Button>
    </Box>
  );
}
