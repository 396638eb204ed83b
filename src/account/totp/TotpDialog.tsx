import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Returned } from '../../../contract/call.ts';
import type { totp } from '../../../contract/calls/auth.ts';
import { authProvider } from '../../services/services.ts';
import { useToast } from '../../ui/useToast.ts';
import { AccountDialog, type AccountDialogProps } from '../AccountDialog.tsx';
import { sessionsKey } from '../useSessions.ts';
import { Confirm } from './Confirm.tsx';
import { Overview } from './Overview.tsx';
import { Prove } from './Prove.tsx';
import { Recovery } from './Recovery.tsx';

type Begun = Returned<typeof totp>;
type Step = 'overview' | 'begin' | 'recovery' | 'confirm' | 'end';

/**
 * The second factor: how it stands, and the way to turn it on, change it or turn it off. Until the last step is done
 * everything is as it was.
 */
export function TotpDialog(props: AccountDialogProps) {
  const translate = useTranslate();
  return (
    <AccountDialog title={translate('totp.title')} isOpen={props.isOpen} onClose={props.onClose}>
      {props.isOpen && <Steps {...props} />}
    </AccountDialog>
  );
}

function Steps({ identity, onClose }: AccountDialogProps) {
  const toast = useToast();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('overview');
  const [begun, setBegun] = useState<Begun>({ uri: '', recovery: [] });

  const done = async (message: string) => {
    toast.success(message);
    onClose();
    // With a new factor every other session ended.
    authProvider.forgetIdentity();
    await Promise.all(
      [['auth', 'getIdentity'], sessionsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  const begin = (answer: Begun) => {
    setBegun(answer);
    setStep('recovery');
  };

  const steps: Record<Step, () => React.ReactNode> = {
    overview: () => <Overview identity={identity} onBegin={() => setStep('begin')} onEnd={() => setStep('end')} />,
    begin: () => <Prove action="begin" isOn={identity.totp} onDone={begin} onBack={() => setStep('overview')} />,
    recovery: () => <Recovery codes={begun.recovery} username={identity.username} onNext={() => setStep('confirm')} />,
    confirm: () => (
      <Confirm
        uri={begun.uri}
        onBack={() => setStep('recovery')}
        onDone={() => done(identity.totp ? 'totp.changed' : 'totp.turnedOn')}
      />
    ),
    end: () => <Prove action="end" isOn onDone={() => done('totp.turnedOff')} onBack={() => setStep('overview')} />,
  };
  return steps[step]();
}
