import { Alert, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Returned } from '../../contract/call.ts';
import { totp } from '../../contract/calls/auth.ts';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useAsyncAction } from '../ui/useToast.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ConfirmFactorForm } from './totpForms.tsx';
import { useFactorChange } from './useFactorChange.ts';

type Enrolment = Returned<typeof totp>;
type Step = 'overview' | 'recovery' | 'confirm';

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
    overview: () => <Overview identity={identity} onBegun={begin} onEnded={() => done('totp.turnedOff')} />,
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
  };
  return steps[step]();
}

/** Below this number of recovery codes the dialog warns. */
const minCodes = 3;

interface OverviewProps {
  identity: Identity;
  onBegun: (answer: Enrolment) => void;
  onEnded: () => void;
}

function Overview({ identity: { totp: isOn, recovery_left }, onBegun, onEnded }: OverviewProps) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const [isEnding, setEnding] = useState(false);
  const isLow = isOn && recovery_left < minCodes;
  const begin = () => run(async () => onBegun(await http.call(totp, { action: 'begin' })));
  const end = async () => {
    await http.call(totp, { action: 'end' });
    onEnded();
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('totp.what')}</DialogContentText>
        <Alert severity={isOn ? (isLow ? 'warning' : 'success') : 'info'}>
          {translate(isOn ? 'totp.isOn' : 'totp.isOff', { smart_count: recovery_left })}
          {isLow && <div>{translate('totp.fewLeft')}</div>}
        </Alert>
      </DialogContent>
      <DialogActions>
        {isOn && (
          <Button color="error" onClick={() => setEnding(true)}>
            {translate('totp.turnOff')}
          </Button>
        )}
        <Button variant={isOn ? 'outlined' : 'contained'} loading={isBusy} onClick={begin}>
          {translate(isOn ? 'totp.change' : 'totp.turnOn')}
        </Button>
      </DialogActions>
      {isEnding && (
        <ConfirmDialog
          title={translate('totp.endTitle')}
          hint={translate('totp.endHint')}
          action={translate('totp.turnOff')}
          isDangerous
          onConfirm={end}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}
