import { TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { totp } from '../../../contract/calls/auth.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
  /** A recovery code does as well, so letters can be typed. */
  withRecovery?: boolean;
  autoFocus?: boolean;
}

/** A code of the authenticator. */
export function CodeField({ value, error, onChange, withRecovery = false, autoFocus = false }: Props) {
  const translate = useTranslate();
  return (
    <TextField
      name="code"
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
