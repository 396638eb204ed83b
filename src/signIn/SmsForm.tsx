import { Alert, Box, Button, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { login, sendVerify } from '../../contract/calls/auth.ts';
import { iniQuery } from '../services/iniQuery.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import type { StepProps } from './signInStep.ts';
import { useCodeRequest } from './useCodeRequest.ts';

const isNumber = new RegExp(sendVerify.params.mobile.pattern);

/** A phone number and the code that was sent to it; where SMS is not set up it says so. */
export function SmsForm({ isBusy, send }: StepProps) {
  const translate = useTranslate();
  const state = useSmsState();
  const isOff = state === 'off';
  const [values, setValues] = useState({ username: '', verify: '' });
  const [errors, setErrors] = useState<{ username?: string; verify?: string }>({});
  const request = useCodeRequest();

  const wrongNumber = () => {
    if (!values.username.trim()) return { username: translate('signIn.mobileRequired') };
    return isNumber.test(values.username) ? {} : { username: translate('formats.format_phone') };
  };
  const askForCode = async () => {
    const wrong = wrongNumber();
    setErrors('username' in wrong ? wrong : await request.ask(values.username.trim()));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = { ...wrongNumber(), ...(!values.verify.trim() && { verify: translate('signIn.codeRequired') }) };
    setErrors(features.has('checks') ? wrong : {});
    if (features.has('checks') && Object.keys(wrong).length > 0) return;
    setErrors(await send({ username: values.username.trim(), verify: values.verify.trim() }));
  };

  const field = (name: 'username' | 'verify', label: string, max: number) => ({
    name: name === 'username' ? 'mobile' : 'code',
    disabled: isOff,
    placeholder: translate(label),
    value: values[name],
    error: Boolean(errors[name]),
    helperText: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      setErrors({ ...errors, [name]: undefined });
    },
    slotProps: {
      htmlInput: { 'aria-label': translate(label), maxLength: max, inputMode: name === 'verify' ? 'numeric' : 'tel' },
    } as const,
  });
  const waits = request.seconds > 0;

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 3 }}>
      {isOff && <Alert severity="info">{translate('signIn.smsOff')}</Alert>}
      <TextField {...field('username', 'signIn.mobile', sendVerify.params.mobile.max)} type="tel" autoComplete="tel" />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
        <TextField {...field('verify', 'signIn.code', login.params.verify.max)} autoComplete="one-time-code" />
        {state === 'on' && (
          <Button
            variant="outlined"
            disabled={waits}
            loading={request.isAsking}
            onClick={askForCode}
            sx={{ flexShrink: 0, height: sizes.input, minWidth: '9em' }}
          >
            {waits ? translate('signIn.again', { n: request.seconds }) : translate('signIn.getCode')}
          </Button>
        )}
      </Box>
      <Box role="status" sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {request.isSent && waits && translate('signIn.codeSent')}
      </Box>
      <Button type="submit" variant="contained" size="large" disabled={isOff} loading={isBusy}>
        {translate('signIn.submit')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary' }}>
        <span>{translate('signIn.forgotAccount')}</span>
        <span>{translate('signIn.forgotPassword')}</span>
      </Box>
    </Box>
  );
}

/**
 * Whether one can sign in by SMS: `plain` is an existing back end, of which the specification names the code alone, not
 * how one gets it.
 */
function useSmsState(): 'on' | 'off' | 'plain' | 'asking' {
  const { data, isPending } = useQuery({ ...iniQuery, staleTime: 60_000 });
  if (isPending) return 'asking';
  if (!features.has('sms')) return 'plain';
  return data && data.sms !== 1 ? 'off' : 'on';
}
