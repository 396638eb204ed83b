import { Button, DialogActions, DialogContent, DialogContentText, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Returned } from '../../../contract/call.ts';
import { totp } from '../../../contract/calls/auth.ts';
import { http } from '../../services/services.ts';
import { useAsyncAction } from '../../ui/useToast.ts';
import { CodeField } from './CodeField.tsx';

interface Props {
  action: 'begin' | 'end';
  /** Then a code of the present factor is asked for as well. */
  isOn: boolean;
  onDone: (answer: Returned<typeof totp>) => void;
  onBack: () => void;
}

/** Asks for the password, and for a code of the factor that is on, before it is changed or turned off. */
export function Prove({ action, isOn, onDone, onBack }: Props) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const required = translate('ra.validation.required');
    const wrong = { ...(!password && { password: required }), ...(isOn && !code.trim() && { code: required }) };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const params = { action, password, ...(isOn && { code: code.trim() }) };
    const work = async () => onDone(await http.call(totp, params));
    return run(work, setErrors, (why) => setErrors({ password: why }));
  };

  const isEnd = action === 'end';
  const hint = isEnd ? 'totp.endHint' : isOn ? 'totp.changeHint' : 'totp.beginHint';
  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate(hint)}</DialogContentText>
        <TextField
          type="password"
          name="password"
          label={translate('password.current')}
          required
          autoFocus
          autoComplete="current-password"
          value={password}
          error={Boolean(errors.password)}
          helperText={errors.password}
          onChange={(event) => setPassword(event.target.value)}
          slotProps={{ htmlInput: { maxLength: totp.params.password.max } }}
        />
        {isOn && <CodeField value={code} error={errors.code} onChange={setCode} withRecovery />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{translate('frame.back')}</Button>
        <Button type="submit" variant="contained" color={isEnd ? 'error' : 'primary'} loading={isBusy}>
          {translate(isEnd ? 'totp.turnOff' : 'totp.next')}
        </Button>
      </DialogActions>
    </form>
  );
}
