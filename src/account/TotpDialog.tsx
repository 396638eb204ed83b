import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import { Alert, Box, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Returned } from '../../contract/call.ts';
import type { totp } from '../../contract/calls/auth.ts';
import { authProvider } from '../services/services.ts';
import { useCopy, useToast } from '../ui/useToast.ts';
import { downloadFile } from '../utils/files.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { sessionsKey } from './SessionsDialog.tsx';
import { ConfirmFactorForm, ReauthenticateForm } from './totpForms.tsx';

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
  const toast = useToast();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('overview');
  const [enrolment, setEnrolment] = useState<Enrolment>({ uri: '', recovery: [] });

  const done = async (message: string) => {
    toast.success(message);
    onClose();
    // A new factor ends all other sessions.
    authProvider.forgetIdentity();
    await Promise.all(
      [['auth', 'getIdentity'], sessionsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
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

interface RecoveryCodesProps {
  codes: string[];
  username: string;
  onNext: () => void;
}

function RecoveryCodes({ codes, username, onNext }: RecoveryCodesProps) {
  const translate = useTranslate();
  const { copy, canCopy } = useCopy('totp');
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const head = translate('totp.fileHead', { name: username, host: location.host });
    downloadFile(new Blob([`${head}\n\n${text}`], { type: 'text/plain' }), `recovery-codes-${username}.txt`);
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">{translate('totp.once')}</Alert>
        <Box
          component="ul"
          aria-label={translate('totp.recovery')}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: 1,
            m: 0,
            p: 2,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            fontFamily: 'monospace',
            textAlign: 'center',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          {canCopy && (
            <Button startIcon={<ContentCopy />} onClick={() => copy(text)}>
              {translate('totp.copy')}
            </Button>
          )}
          <Button startIcon={<Download />} onClick={download}>
            {translate('totp.download')}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onNext}>
          {translate('totp.kept')}
        </Button>
      </DialogActions>
    </>
  );
}
