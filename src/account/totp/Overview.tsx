import { Alert, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Identity } from '../../../authProvider/index.ts';

/** With so few recovery codes it is time for new ones. */
const fewCodes = 3;

interface Props {
  identity: Identity;
  onBegin: () => void;
  onEnd: () => void;
}

/** What the second factor is for, and how it stands. */
export function Overview({ identity: { totp, recovery_left }, onBegin, onEnd }: Props) {
  const translate = useTranslate();
  const isLow = totp && recovery_left < fewCodes;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('totp.what')}</DialogContentText>
        <Alert severity={totp ? (isLow ? 'warning' : 'success') : 'info'}>
          {translate(totp ? 'totp.isOn' : 'totp.isOff', { smart_count: recovery_left })}
          {isLow && <div>{translate('totp.fewLeft')}</div>}
        </Alert>
      </DialogContent>
      <DialogActions>
        {totp && (
          <Button color="error" onClick={onEnd}>
            {translate('totp.turnOff')}
          </Button>
        )}
        <Button variant={totp ? 'outlined' : 'contained'} onClick={onBegin}>
          {translate(totp ? 'totp.change' : 'totp.turnOn')}
        </Button>
      </DialogActions>
    </>
  );
}
