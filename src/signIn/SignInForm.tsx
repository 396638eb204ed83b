import { Alert, Box, Tab, Tabs } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '../../dataProvider/failure.ts';
import { AccountForm } from './AccountForm.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SmsForm } from './SmsForm.tsx';
import type { Credentials, StepProps } from './signInStep.ts';

interface Props {
  /** Signs in; a failure that it throws is shown as a toast for 2 seconds (docs/contract.md, "Failures"). */
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** The two tabs of the sign-in, 账户 and 短信 (docs/contract.md, "Screens"), and the second step where the back end asks for it. */
export function SignInForm({ onSubmit }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const [tab, setTab] = useState<'account' | 'sms'>('account');
  const [isBusy, setBusy] = useState(false);
  /** Why the last attempt failed; the toast that says it too is gone after 2 seconds. */
  const [failure, setFailure] = useState<string>();
  /** What was right as far as it went, and needs a code of the second factor. */
  const [first, setFirst] = useState<Credentials>();

  const fields = useRef<HTMLDivElement>(null);
  const wasSecond = useRef(false);
  useEffect(() => {
    // Back from the second step.
    if (wasSecond.current && !first) fields.current?.querySelector<HTMLElement>('[role=tabpanel] input')?.focus();
    wasSecond.current = first !== undefined;
  }, [first]);

  const send: StepProps['send'] = async (credentials) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit(credentials);
    } catch (error) {
      if (error instanceof CallFailure && error.kind === 'second') {
        setFirst(credentials);
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
        // The toast is what screen readers announce.
        <Alert severity="error" role="note" sx={{ mb: 1 }}>
          {translate(failure, { _: failure })}
        </Alert>
      )}
      {first && <SecondStep first={first} isBusy={isBusy} send={send} onBack={() => setFirst(undefined)} />}
      {/* It keeps what was typed while it is away. */}
      <Box ref={fields} hidden={first !== undefined}>
        <Tabs
          value={tab}
          onChange={(_event, value) => {
            setTab(value);
            setFailure(undefined);
          }}
          variant="fullWidth"
          aria-label={translate('signIn.title')}
        >
          <Tab {...named('account')} label={translate('signIn.account')} />
          <Tab {...named('sms')} label={translate('signIn.sms')} />
        </Tabs>
        <Panel of="account" isShown={tab === 'account'}>
          <AccountForm isBusy={isBusy} send={send} />
        </Panel>
        <Panel of="sms" isShown={tab === 'sms'}>
          <SmsForm isBusy={isBusy} send={send} />
        </Panel>
      </Box>
    </>
  );
}

const named = (of: string) => ({ value: of, id: `sign-in-${of}`, 'aria-controls': `sign-in-${of}-panel` });

/** Kept while the other one is shown, with what was typed in it and the time until another code. */
const Panel = ({ of, isShown, children }: { of: string; isShown: boolean; children: ReactNode }) => (
  <div role="tabpanel" id={`sign-in-${of}-panel`} aria-labelledby={`sign-in-${of}`} hidden={!isShown}>
    {children}
  </div>
);
