import type { CredentialJson } from '../../contract/calls/auth.ts';
import { webInfo } from '../config/config.ts';
import { CallError } from '../core/errors.ts';
import { readAgent } from '../core/userAgent.ts';
import { usingReserve } from '../database/reserve.ts';
import { type Handlers, type SignedIn, withPreparation } from '../engine/callContext.ts';
import { lockFactors, removePasskey } from './factors.ts';
import { assertionOptions, passkeysOf, readPasskey, registrationOptions, storePasskey } from './passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from './recoveryCodes.ts';
import { endSessions } from './session.ts';
import { signInByPasskey } from './signIn.ts';

export const passkeyHandlers = {
  'auth.auth/passkeys': async ({ db, admin }) => {
    const rows = await passkeysOf(db, (admin as SignedIn).id)
      .select(['id', 'title', 'origin', 'create_time', 'last_used'])
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ origin, ...row }) => ({ ...row, host: new URL(origin).hostname }));
  },

  'auth.auth/beginPasskey': async (context) => {
    const { db, admin } = context;
    const { web_title } = await webInfo(db);
    const options = await registrationOptions(db, context, admin as SignedIn, web_title || 'rTop Admin');
    return { options: options as unknown as CredentialJson };
  },

  'auth.auth/addPasskey': withPreparation(
    (context, { passkey }) => readPasskey(context, passkey),
    async (context, { passkey }, credential) => {
      const { db, admin, secrets, userAgent, note } = context;
      const self = admin as SignedIn;
      const { browser, os } = readAgent(userAgent);
      const title = [browser, os].filter(Boolean).join(' · ');
      await lockFactors(db, self.id);
      await storePasskey(db, context, self, { passkey, credential, title });
      await endSessions(db, self.id, self.sessionId);
      note({ target: 'admin', target_id: self.id, after: { passkey: title } });
      const hasCodes = (await recoveryCodesLeft(db, self.id)) > 0;
      return { recovery: hasCodes ? [] : await makeRecoveryCodes(db, secrets, self.id, 0) };
    },
  ),

  'auth.auth/removePasskey': async ({ db, admin, note }, { id }) => {
    const self = admin as SignedIn;
    const found = await passkeysOf(db, self.id).select('title').where('id', '=', id).executeTakeFirst();
    if (!found || !(await removePasskey(db, self.id, id))) throw new CallError('not_found');
    await endSessions(db, self.id, self.sessionId);
    note({ target: 'admin', target_id: self.id, before: { passkey: found.title } });
    return undefined;
  },

  'auth.auth/passkeyChallenge': (context) =>
    usingReserve(() =>
      context.database.transaction(async (db) => ({
        options: (await assertionOptions(db, context)) as unknown as CredentialJson,
      })),
    ),

  'auth.auth/passkeyLogin': (context, { passkey, device }) =>
    usingReserve(() => signInByPasskey({ ...context, device }, passkey)),
} satisfies Partial<Handlers>;
