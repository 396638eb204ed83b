import { Box, Button, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import { testMail, testSms } from '../../contract/calls/config.ts';
import { useMayCall } from '../auth/useMay.ts';
import { useDirtyFields } from '../form/useDirtyFields.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { isCompositionKey } from '../utils/keyboard.ts';

interface Props {
  call: typeof testMail | typeof testSms;
  title: string;
  label: string;
  type: 'tel' | 'email';
}

function SendTest({ call, title, label, type }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const mayCall = useMayCall();
  const isDirty = useDirtyFields().length > 0;
  const [to, setTo] = useState('');
  const [refused, setRefused] = useState('');
  if (!mayCall(call)) return null;

  const send = () => {
    setRefused('');
    return run(
      async () => {
        await http.call(call, { to: to.trim() });
        toast.success('config.sent');
      },
      (errors) => setRefused(errors.to ?? ''),
      setRefused,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the form around it.
    event.preventDefault();
    if (to.trim() && !isDirty && !isBusy && !isCompositionKey(event.nativeEvent)) send();
  };
  return (
    <Box
      role="group"
      aria-label={translate(title)}
      sx={{ mt: 3, p: 2, border: 1, borderColor: 'divider', borderRadius: 1, maxWidth: sizes.dialog }}
    >
      <Typography component="h2" sx={{ fontWeight: 'fontWeightMedium' }}>
        {translate(title)}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {translate(isDirty ? 'config.testDirty' : 'config.testHint')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end', mt: 1 }}>
        <TextField
          type={type}
          label={translate(label)}
          value={to}
          error={refused !== ''}
          helperText={refused || undefined}
          onChange={({ target }) => setTo(target.value)}
          onKeyDown={onKeyDown}
          slotProps={{ htmlInput: { maxLength: call.params.to.max, autoComplete: 'off' } }}
        />
        <Button variant="outlined" loading={isBusy} disabled={isDirty || to.trim() === ''} onClick={send}>
          {translate('config.send')}
        </Button>
      </Box>
    </Box>
  );
}

export const SendSms = () => <SendTest call={testSms} title="config.testSms" label="config.toMobile" type="tel" />;
export const SendMail = () => <SendTest call={testMail} title="config.testMail" label="config.toMail" type="email" />;
