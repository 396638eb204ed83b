import { Alert, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Returned } from '../../contract/call.ts';
import type { totp } from '../../contract/calls/auth.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ConfirmFactorForm, ReauthenticateForm } from './totpForms.tsx';
import { useFactorChange } from './useFactorChange.ts';

type Enrolment = Returned<typeof totp>;
type Step = 'overview' | 'begin' | 'recovery' | 'confirm' | 'end';

export function TotpDialog(props: AccountDialogProps) {
  const translate = useTranslate();
  return (
    <AccountDialog title={translate('totp.title')} isOpen={props.isOpen} onClose={props.onClose}>
      {props.isOpen && <Steps {...props} />}
    </AccountDialog>
  );
}

function Steps({ identity, onClose }: AccountDialogProps) {
  const onChange = useFactorChange();
  const [step, setStep] = useState<Step>('overview');
  const [enrolment, setEnrolment] = useState<Enrolment>({ uri: '', recovery: [] });

  const done = (message: string) => {
    onClose();
    return onChange(message);
  };
  const begin = (answer: Enrolment) => {
    setEnrolment(answer);
    setStep('recovery');
  };

  const steps: Record<Step, () => React.ReactNode> = {
    overview: () => <Overview identity={identity} onBegin={() => setStep('begin')} onEnd={() => setStep('end')} />,
    begin: () => (
      <ReauthenticateForm action="begin" isOn={identity.totp} onDone={begin} onBack={() => setStep('overview')} />
    ),
    recovery: () => (
      <RecoveryCodes codes={enrolment.recovery} username={identity.username} onNext={() => setStep('confirm')} />
    ),
    confirm: () => (
      <ConfirmFactorForm
        uri={enrolment.uri}
        onBack={() => setStep('recovery')}
        onDone={() => done(identity.totp ? 'totp.changed' : 'totp.turnedOn')}
      />
    ),
    end: () => (
      <ReauthenticateForm action="end" isOn onDone={() => done('totp.turnedOff')} onBack={() => setStep('overview')} />
    ),
  };
  return steps[step]();
}

/** Below this number of recovery codes the dialog warns. */
const minCodes = 3;

interface OverviewProps {
  identity: Identity;
  onBegin: () => void;
  onEnd: () => void;
}

function Overview({ identity: { totp, recovery_left }, onBegin, onEnd }: OverviewProps) {
  const translate = useTranslate();
  const isLow = totp && recovery_left < minCodes;
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
