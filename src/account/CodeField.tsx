import { TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Ref } from 'react';
import { totp } from '../../contract/calls/auth.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
  /** Also accepts recovery codes, which contain letters. */
  withRecovery?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

export function CodeField({ value, error, onChange, withRecovery = false, autoFocus = false, inputRef }: Props) {
  const translate = useTranslate();
  return (
    <TextField
      name="code"
      inputRef={inputRef}
      label={translate(withRecovery ? 'totp.codeOrRecovery' : 'totp.code')}
      required
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      value={value}
      error={Boolean(error)}
      helperText={error}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: withRecovery ? 'text' : 'numeric', maxLength: totp.params.code.max } }}
    />
  );
}
