import { setTimeout as wait } from 'node:timers/promises';
import { testMs } from '../../contract/calls/config.ts';
import { CallError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { dialled } from '../core/textFormats.ts';
import { type CallContext, type Handlers, withPreparation } from '../engine/callContext.ts';
import { sendMail } from './mail.ts';
import { configuredGateway } from './sms.ts';

/** Sends before the call's transaction, which then only writes the log row. */
const trial = (event: string, send: (context: CallContext, to: string) => Promise<void>) =>
  withPreparation(
    async (context: CallContext, { to }: { to: string }) => {
      const late = wait(testMs, undefined, { ref: false }).then((): never => {
        throw new Error('no answer in time');
      });
      await Promise.race([send(context, to), late]).catch(async (error: unknown) => {
        if (error instanceof CallError) throw error;
        context.warn(event, `a test message was not sent: ${error instanceof Error ? error.message : String(error)}`);
        await late.catch(() => {});
        throw new CallError('test_failed');
      });
    },
    async ({ say }) => {
      say('test_sent');
      return undefined;
    },
  );

export const messagingHandlers = {
  'base.Config/testSms': trial('sms', async ({ db, secrets }, to) => {
    const number = dialled(to, 'to');
    const gateway = await configuredGateway(db, secrets);
    if (!gateway) throw new CallError('sms_off');
    // Looks like a code, but is none.
    await gateway.send(number, '000000');
  }),

  'base.Config/testMail': trial('mail', async ({ db, secrets, language }, to) => {
    const [subject, text] = [message(language, 'test_mail_subject'), message(language, 'test_mail_text')];
    await sendMail(db, secrets, { to, subject, text }, testMs);
  }),
} satisfies Partial<Handlers>;
