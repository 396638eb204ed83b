import { confirm } from '../../contract/calls/auth.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, type Handlers, type SignedIn, withPreparation } from '../engine/callContext.ts';
import { factorsOf } from './factors.ts';
import { attemptLimits, returnAttempt } from './limits.ts';
import { takePasskey } from './passkeys.ts';
import { verifyPassword } from './password.ts';
import { confirmSession } from './session.ts';
import { assertFactorCode } from './totp.ts';

/** @throws InvalidInput at `password` */
async function assertPassword({ db, admin }: Caller, password: string): Promise<void> {
  const { id } = admin as SignedIn;
  const row = await db.selectFrom('admin').select('password').where('id', '=', id).executeTakeFirstOrThrow();
  if (!(await verifyPassword(row.password, password))) throw new InvalidInput({ password: { key: 'password_wrong' } });
}

/** @throws CallError `unauthorized` */
async function keepConfirmation(db: Db, { id, sessionId }: SignedIn): Promise<void> {
  // Another change of the account may have ended the session since.
  if (!(await confirmSession(db, sessionId))) throw new CallError('unauthorized');
  await returnAttempt(db, attemptLimits(confirm, id));
}

/**
 * Calls that a stolen session must not make need this confirmation (`confirmed` of a call,
 * `engine/assertConfirmed.ts`).
 */
export const confirmHandlers = {
  'auth.auth/confirm': withPreparation(
    async (context, { password = '', passkey }) => {
      if (!passkey) await assertPassword(context, password);
    },
    async (context, { code, passkey }) => {
      const { db, admin, secrets, note } = context;
      const self = admin as SignedIn;
      if (passkey) {
        if ((await takePasskey(db, context, passkey)) !== self.id) throw new CallError('passkey_refused');
      } else if ((await factorsOf(db, self.id)).length > 0) await assertFactorCode(db, secrets, self.id, code);
      await keepConfirmation(db, self);
      note({ target: 'admin', target_id: self.id });
      return undefined;
    },
  ),
} satisfies Partial<Handlers>;
