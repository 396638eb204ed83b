import { Box, Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../../contract/calls/auth.ts';
import { http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { sessionsKey } from './SessionsDialog.tsx';

const { min, max } = changePassword.params.new_password;

const emptyValues = { password: '', new_password: '', repeated: '' };

/** Changing the password ends the administrator's other sessions. */
export function PasswordForm({ onSaved }: { onSaved: () => void | Promise<void> }) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const [values, setValues] = useState(emptyValues);
  const [errors, setErrors] = useState<Partial<typeof emptyValues>>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { repeated, ...params } = values;
    const wrong = {
      ...(params.password === '' && { password: translate('ra.validation.required') }),
      ...(params.new_password.length < min && { new_password: translate('password.tooShort') }),
      ...(params.new_password !== repeated && { repeated: translate('password.differs') }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const work = async () => {
      await http.call(changePassword, params);
      toast.success('password.saved');
      queries.invalidateQueries({ queryKey: sessionsKey });
      await onSaved();
    };
    return run(work, setErrors, (why) => setErrors({ password: why }));
  };

  const field = (name: keyof typeof emptyValues, label: string, hint = '') => (
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
      slotProps={{ htmlInput: { maxLength: max } }}
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
