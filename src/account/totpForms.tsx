import ContentCopy from '@mui/icons-material/ContentCopy';
import { Box, Button, DialogActions, DialogContent, DialogContentText, IconButton, useTheme } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { totp } from '../../contract/calls/auth.ts';
import { http } from '../services/services.ts';
import { useAsyncAction, useCopy } from '../ui/useToast.ts';
import { CodeField } from './CodeField.tsx';

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
