import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { type BackupRow, downloadBackup } from '../../contract/calls/backup.ts';
import { CodeField } from '../account/totpForms.tsx';
import { useIdentity } from '../auth/useMay.ts';
import { http } from '../services/services.ts';
import { useAsyncAction } from '../ui/useToast.ts';
import { downloadFile } from '../utils/files.ts';

interface Props {
  backup: BackupRow;
  time: string;
  onClose: () => void;
}

/** Asks for the password, and for a code if the second factor is on. */
export function DownloadDialog({ backup: { id, name }, time, onClose }: Props) {
  const translate = useTranslate();
  const titleId = useId();
  const isOn = useIdentity()?.totp ?? false;
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
    const params = { id, password, ...(isOn && { code: code.trim() }) };
    const work = async () => {
      downloadFile(await http.download(downloadBackup, params), name);
      onClose();
    };
    return run(work, setErrors, (why) => setErrors({ password: why }));
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate('backups.downloadOf', { time })}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{translate('backups.downloadHint')}</DialogContentText>
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
            slotProps={{ htmlInput: { maxLength: downloadBackup.params.password.max } }}
          />
          {isOn && <CodeField value={code} error={errors.code} onChange={setCode} withRecovery />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('backups.download')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
