import { Alert, Button, DialogContent, DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { localTime } from '../utils/format.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { FactorChoice } from './FactorChoice.tsx';

/** Until when a demanded second factor has to be set up, with the way to it. */
export function FactorReminder({ identity, due }: { identity: Identity; due: string }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={() => setOpen(true)} sx={{ whiteSpace: 'nowrap' }}>
            {translate('factor.open')}
          </Button>
        }
      >
        {translate('factor.soon', { time: localTime(new Date(due)) })}
      </Alert>
      <AccountDialog title={translate('factor.name')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{translate('factor.what')}</DialogContentText>
          <FactorChoice identity={identity} />
        </DialogContent>
      </AccountDialog>
    </>
  );
}
