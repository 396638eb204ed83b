import { Alert, Box, Button, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useEffect, useState } from 'react';
import { login, sendVerify } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { iniQuery } from '../services/queryClient.ts';
import { features, http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useToast } from '../ui/useToast.ts';
import type { StepProps } from './AccountForm.tsx';

const mobilePattern = new RegExp(sendVerify.params.mobile.pattern);

/** Signs in with a phone number and a code sent to it, or says that SMS is not configured. */
export function SmsForm({ isBusy, send }: StepProps) {
  const translate = useTranslate();
  const state = useSmsState();
  const isOff = state === 'off';
  const [values, setValues] = useState({ username: '', verify: '' });
  const [errors, setErrors] = useState<{ username?: string; verify?: string }>({});
  const request = useCodeRequest();

  const checkNumber = () => {
    if (!values.username.trim()) return { username: translate('signIn.mobileRequired') };
    return mobilePattern.test(values.username) ? {} : { username: translate('formats.format_phone') };
  };
  const requestCode = async () => {
    const wrong = checkNumber();
    setErrors('username' in wrong ? wrong : await request.ask(values.username.trim()));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = { ...checkNumber(), ...(!values.verify.trim() && { verify: translate('signIn.codeRequired') }) };
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
  const isWaiting = request.seconds > 0;

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 3 }}>
      {isOff && <Alert severity="info">{translate('signIn.smsOff')}</Alert>}
      <TextField {...field('username', 'signIn.mobile', sendVerify.params.mobile.max)} type="tel" autoComplete="tel" />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
        <TextField {...field('verify', 'signIn.code', login.params.verify.max)} autoComplete="one-time-code" />
        {state === 'on' && (
          <Button
            variant="outlined"
            disabled={isWaiting}
            loading={request.isAsking}
            onClick={requestCode}
            sx={{ flexShrink: 0, height: sizes.input, minWidth: '9em' }}
          >
            {isWaiting ? translate('signIn.again', { n: request.seconds }) : translate('signIn.getCode')}
          </Button>
        )}
      </Box>
      <Box role="status" sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {request.isSent && isWaiting && translate('signIn.codeSent')}
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
 * Whether SMS sign-in is available. `plain`: a foreign back end; the specification has the code as a parameter, but no
 * call that sends it.
 */
function useSmsState(): 'on' | 'off' | 'plain' | 'asking' {
  const { data, isPending } = useQuery({ ...iniQuery, staleTime: 60_000 });
  if (isPending) return 'asking';
  if (!features.has('sms')) return 'plain';
  return data && data.sms !== 1 ? 'off' : 'on';
}

/** Requests a code by SMS, and counts down the seconds until the next request. */
function useCodeRequest() {
  const toast = useToast();
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  const [isAsking, setAsking] = useState(false);
  const [isSent, setSent] = useState(false);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isCounting = seconds > 0;

  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);

  /** @returns the error for the phone number's field, if no code was sent */
  const ask = async (mobile: string): Promise<{ username?: string }> => {
    setAsking(true);
    try {
      const answer = await http.call(sendVerify, { mobile });
      setSent(true);
      setNow(Date.now());
      setUntil(Date.now() + answer.seconds * 1000);
      return {};
    } catch (error) {
      const errors = error instanceof CallFailure ? (error.data.errors as { mobile?: string } | undefined) : undefined;
      return { username: errors?.mobile ?? toast.messageOf(error) };
    } finally {
      setAsking(false);
    }
  };
  return { ask, isAsking, isSent, seconds };
}
