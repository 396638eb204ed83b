import { Alert, Box, Tab, Tabs } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Credentials } from '../../authProvider/index.ts';
import { CallFailure, sentenceOf } from '../../dataProvider/failure.ts';
import { AccountForm, SecondStep, type StepProps } from './AccountForm.tsx';
import { SmsForm } from './SmsForm.tsx';

interface Props {
  /** With which the account's field begins. */
  username?: string | undefined;
  /** Signs in. A failure that it throws is shown as a toast for 2 seconds (docs/contract.md, "Failures"). */
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** The tabs 账户 and 短信 (docs/contract.md, "Screens"), then the second step if the back end asks for it. */
export function SignInForm({ username, onSubmit }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const [tab, setTab] = useState<'account' | 'sms'>('account');
  const [isBusy, setBusy] = useState(false);
  /** Stays after the toast of the same failure has gone. */
  const [failure, setFailure] = useState<string>();
  /** Accepted credentials that need a code of the second factor. */
  const [second, setSecond] = useState<{ first: Credentials; factors: readonly string[] }>();

  const fields = useRef<HTMLDivElement>(null);
  const wasSecond = useRef(false);
  useEffect(() => {
    // Restores the focus after the second step.
    if (wasSecond.current && !second) fields.current?.querySelector<HTMLElement>('[role=tabpanel] input')?.focus();
    wasSecond.current = second !== undefined;
  }, [second]);

  const send: StepProps['send'] = async (credentials) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit(credentials);
    } catch (error) {
      if (error instanceof CallFailure && error.kind === 'second') {
        const { factors } = error.data;
        // Other back ends may not say which.
        setSecond({ first: credentials, factors: Array.isArray(factors) ? factors : ['totp'] });
        return {};
      }
      const message = sentenceOf(error) || 'failure.refused';
      notify(message, { type: 'error', autoHideDuration: 2000, messageArgs: { _: message } });
      if (error instanceof CallFailure && error.kind === 'invalid') return error.data.errors as Record<string, string>;
      setFailure(message);
    } finally {
      setBusy(false);
    }
    return {};
  };

  return (
    <>
      {failure !== undefined && (
        // `note`: screen readers announce the toast already.
        <Alert severity="error" role="note" sx={{ mb: 1 }}>
          {translate(failure, { _: failure })}
        </Alert>
      )}
      {second && <SecondStep {...second} isBusy={isBusy} send={send} onBack={() => setSecond(undefined)} />}
      {/* Hidden, not unmounted: its values stay during the second step. */}
      <Box ref={fields} hidden={second !== undefined}>
        <Tabs
          value={tab}
          onChange={(_event, value) => {
            setTab(value);
            setFailure(undefined);
          }}
          variant="fullWidth"
          aria-label={translate('signIn.title')}
        >
          <Tab {...tabProps('account')} label={translate('signIn.account')} />
          <Tab {...tabProps('sms')} label={translate('signIn.sms')} />
        </Tabs>
        <Panel of="account" isShown={tab === 'account'}>
          <AccountForm isBusy={isBusy} send={send} known={username} />
        </Panel>
        <Panel of="sms" isShown={tab === 'sms'}>
          <SmsForm isBusy={isBusy} send={send} />
        </Panel>
      </Box>
    </>
  );
}

const tabProps = (of: string) => ({ value: of, id: `sign-in-${of}`, 'aria-controls': `sign-in-${of}-panel` });

/** Hidden, not unmounted, behind the other tab: its values and the countdown stay. */
const Panel = ({ of, isShown, children }: { of: string; isShown: boolean; children: ReactNode }) => (
  <div role="tabpanel" id={`sign-in-${of}-panel`} aria-labelledby={`sign-in-${of}`} hidden={!isShown}>
    {children}
  </div>
);
