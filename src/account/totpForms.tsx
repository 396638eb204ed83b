import ContentCopy from '@mui/icons-material/ContentCopy';
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  IconButton,
  TextField,
  useTheme,
} from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Returned } from '../../contract/call.ts';
import { totp } from '../../contract/calls/auth.ts';
import { http } from '../services/services.ts';
import { useAsyncAction, useCopy } from '../ui/useToast.ts';
import { CodeField } from './CodeField.tsx';

interface ReauthenticateProps {
  action: 'begin' | 'end';
  /** Whether a factor is on, of which a code is asked for too. */
  isOn: boolean;
  onDone: (answer: Returned<typeof totp>) => void;
  onBack: () => void;
}

export function ReauthenticateForm({ action, isOn, onDone, onBack }: ReauthenticateProps) {
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

interface ConfirmFactorProps {
  /** `otpauth://totp/…`, with the secret. */
  uri: string;
  onBack: () => void;
  onDone: () => void;
}

export function ConfirmFactorForm({ uri, onBack, onDone }: ConfirmFactorProps) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const { copy, canCopy } = useCopy('totp');
  const { isBusy, run } = useAsyncAction();
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const secret = new URL(uri).searchParams.get('secret') ?? '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim();
    setErrors(trimmed ? {} : { code: translate('ra.validation.required') });
    if (!trimmed) return undefined;
    const work = async () => {
      await http.call(totp, { action: 'confirm', code: trimmed });
      onDone();
    };
    return run(work, setErrors, (why) => setErrors({ code: why }));
  };

  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('totp.scan')}</DialogContentText>
        {/* Dark on light in both themes, as some cameras read nothing else. */}
        <Box sx={{ justifySelf: 'center', display: 'flex', borderRadius: 1, overflow: 'hidden' }}>
          <QRCodeSVG
            value={uri}
            size={168}
            marginSize={2}
            bgColor={palette.common.white}
            fgColor={palette.common.black}
            title={translate('totp.qr')}
          />
        </Box>
        <Box>
          <Box component="span" id="totp-secret" sx={{ color: 'text.secondary' }}>
            {translate('totp.byHand')}
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box component="code" aria-labelledby="totp-secret" role="group" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {secret.match(/.{1,4}/g)?.join(' ')}
            </Box>
            {canCopy && (
              <IconButton aria-label={translate('totp.copySecret')} onClick={() => copy(secret)}>
                <ContentCopy fontSize="small" />
              </IconButton>
            )}
          </Box>
        </Box>
        <CodeField value={code} error={errors.code} onChange={setCode} autoFocus />
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{translate('frame.back')}</Button>
        <Button type="submit" variant="contained" loading={isBusy}>
          {translate('totp.finish')}
        </Button>
      </DialogActions>
    </form>
  );
}
