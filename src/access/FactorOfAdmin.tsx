import { Box, Button, Typography } from '@mui/material';
import { useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { endTotp } from '../../contract/calls/auth.ts';
import { useIdentity, useMayCall } from '../auth/useMay.ts';
import type { InputProps } from '../declaration/common.ts';
import { features, http } from '../services/services.ts';
import { labelStyle } from '../theme/index.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';

/** Whether an administrator has a second factor, and the way to end one whose device is lost; one's own ends elsewhere. */
export function FactorOfAdmin(props: InputProps) {
  const translate = useTranslate();
  const record = useRecordContext();
  const me = useIdentity();
  const mayCall = useMayCall();
  const [isAsked, setAsked] = useState(false);
  if (record?.[props.name] === undefined || !features.has('totp')) return null;
  const isOn = Boolean(record[props.name]);
  const mayEnd = isOn && !props.isReadOnly && record.id !== me?.id && mayCall(endTotp);
  return (
    <Box sx={{ display: 'flex', alignItems: 'end', justifyContent: 'space-between', gap: 1 }}>
      <Box>
        <Typography color="text.secondary" sx={labelStyle}>
          {translate('totp.title')}
        </Typography>
        {translate(isOn ? 'access.factorOn' : 'totp.isOff')}
      </Box>
      {mayEnd && (
        <Button color="error" variant="outlined" onClick={() => setAsked(true)}>
          {translate('totp.turnOff')}
        </Button>
      )}
      {isAsked && <EndFactor id={Number(record.id)} name={String(record.username)} onClose={() => setAsked(false)} />}
    </Box>
  );
}

/** Asks first: whoever claims to have lost a device may be somebody else. */
function EndFactor({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const end = () =>
    run(async () => {
      await http.call(endTotp, { aid: id });
      toast.success('totp.turnedOff');
      refresh();
      onClose();
    });
  return (
    <ConfirmDialog
      title={translate('access.endFactor', { name })}
      hint={translate('access.endFactorHint')}
      action={translate('totp.turnOff')}
      isDangerous
      isBusy={isBusy}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
