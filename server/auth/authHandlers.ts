import { admin as adminEntity } from '../../contract/entities/admin.ts';
import { extensions } from '../../contract/extensions.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { webInfo } from '../config/config.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { readAgent } from '../core/userAgent.ts';
import { usingReserve } from '../database/reserve.ts';
import type { Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import { type Handlers, type SignedIn, withPreparation } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { signInGateway } from '../messaging/sms.ts';
import { changesContact } from './adminHandlers.ts';
import { endTotp, lockFactors } from './factors.ts';
import { forgetDevice, forgetDevices } from './knownDevices.ts';
import { endNewSession, readNewSession } from './newDeviceNotice.ts';
import { hashPassword, normalizePassword, verifyPassword } from './password.ts';
import { readPreferences, savePreference } from './preferences.ts';
import { rightsMark } from './rights.ts';
import { endSessions, findSession, livingSessions } from './session.ts';
import { signInByPassword, signInBySms } from './signIn.ts';
import { forgetNetworks } from './signInThrottle.ts';
import { requestCode } from './smsCodes.ts';
import { beginTotp, confirmTotp, hasTotp } from './totp.ts';
import { assertHardToGuess } from './weakPasswords.ts';

const ownRow = (db: Db, admin: SignedIn | null) =>
  db
    .selectFrom('admin')
    .select(['password', 'username', 'nickname', 'email', 'mobile'])
    .where('id', '=', (admin as SignedIn).id)
    .executeTakeFirstOrThrow();

async function ownDevice(db: Db, sessionId: number): Promise<string> {
  const own = await db.selectFrom('session').select('device').where('id', '=', sessionId).executeTakeFirst();
  return own?.device ?? '';
}

export const authHandlers = {
  'auth.auth/login': (context, { username, password, verify, passkey, device }) =>
    usingReserve(() => {
      const from = { ...context, device };
      return password
        ? signInByPassword(from, { username, password, verify, passkey })
        : signInBySms(from, { username, verify });
    }),

  'auth.auth/sendVerify': async (context, { mobile }) => ({ seconds: await requestCode(context, mobile) }),

  'auth.auth/totp': async (context, { action, code }) => {
    const { db, admin, secrets, note } = context;
    const self = admin as SignedIn;
    const none = { uri: '', recovery: [] };
    const about = { target: 'admin', target_id: self.id };
    const before = { totp: (await hasTotp(db, self.id)) ? 1 : 0 };
    if (action === 'confirm') {
      await lockFactors(db, self.id);
      await confirmTotp(db, secrets, self, code);
      await endSessions(db, self.id, self.sessionId);
      note({ ...about, before, after: { totp: 1 } });
      return none;
    }
    assertConfirmed(context);
    if (action === 'begin') {
      note(about);
      return beginTotp(db, secrets, self, (await webInfo(db)).web_title || 'rTop Admin');
    }
    await endTotp(db, self.id);
    await endSessions(db, self.id, self.sessionId);
    note({ ...about, before, after: { totp: 0 } });
    return none;
  },

  'auth.auth/checkLogin': async ({ db, token }) => {
    const session = await findSession(db, token);
    if (!session) throw new CallError('signed_out');
    const { view_admin, view_role } = session;
    return { rights: [await rightsMark(db, session.roleId), view_admin, view_role].join('.') };
  },

  'auth.auth/ini': async ({ db, secrets, settings }) => {
    const sms = (await signInGateway(db, secrets, settings)) !== undefined;
    return { ...(await webInfo(db)), sms: sms ? 1 : 0, extensions: [...extensions] };
  },

  'auth.auth/logout': async (context) => {
    const { id, sessionId } = context.admin as SignedIn;
    const started = performance.now();
    await usingReserve(() =>
      context.database.transaction(async (db) => {
        await db.deleteFrom('session').where('id', '=', sessionId).execute();
        await logOperation(db, context, { params: {}, started }, [{ target: 'admin', target_id: id }]);
      }),
    );
    return undefined;
  },

  'auth.auth/changePassword': withPreparation(
    async ({ db, admin }, { password, new_password }) => {
      const { password: stored, ...account } = await ownRow(db, admin);
      if (!(await verifyPassword(stored, password))) throw new InvalidInput({ password: { key: 'password_wrong' } });
      if (normalizePassword(new_password) === normalizePassword(password))
        throw new InvalidInput({ new_password: { key: 'password_same' } });
      await assertHardToGuess(db, 'new_password', new_password, account);
      return { stored, hash: await hashPassword(new_password) };
    },
    async ({ db, admin, ip, note }, _params, { stored, hash }) => {
      const { id, sessionId } = admin as SignedIn;
      const { numUpdatedRows } = await db
        .updateTable('admin')
        .set({ password: hash, must_change: 0, password_time: toIsoSeconds(new Date()) })
        .where('id', '=', id)
        .where('password', '=', stored)
        .executeTakeFirst();
      // Somebody else changed the password since it was compared.
      if (Number(numUpdatedRows) !== 1) throw new InvalidInput({ password: { key: 'password_wrong' } });
      await endSessions(db, id, sessionId);
      await forgetNetworks(db, id, ip);
      await forgetDevices(db, id, await ownDevice(db, sessionId));
      note({ target: 'admin', target_id: id });
      return undefined;
    },
  ),

  'auth.auth/saveProfile': async (context, changes) => {
    const self = context.admin as SignedIn;
    const isOtherContact = changesContact(await ownRow(context.db, self), changes);
    // One's own profile needs no rule of the administrators' screen.
    await lifecycle.update({ ...context, isRightAsked: true }, adminEntity, self.id, changes);
    if (isOtherContact) assertConfirmed(context);
    return undefined;
  },

  'auth.auth/newSession': ({ db }, { token }) => readNewSession(db, token),

  'auth.auth/endNewSession': async (context, { token }) => {
    await endNewSession(context, token);
    return undefined;
  },

  'auth.auth/preferences': ({ db, admin }) => readPreferences(db, (admin as SignedIn).id),

  'auth.auth/savePreference': async ({ database, admin }, preference) => {
    await savePreference(database, (admin as SignedIn).id, { value: undefined, ...preference });
    return undefined;
  },

  'auth.auth/sessions': async ({ db, admin }) => {
    const { id, sessionId } = admin as SignedIn;
    const living = await livingSessions(db, id);
    const rows = living.toSorted((one, other) => Number(other.id === sessionId) - Number(one.id === sessionId));
    return rows.map((row) => ({ ...row, ...readAgent(row.user_agent), current: row.id === sessionId }));
  },

  'auth.auth/revokeSession': async ({ db, admin, note }, { id, all }) => {
    const { id: adminId, sessionId } = admin as SignedIn;
    if (!id && !all) throw new InvalidInput({ id: { key: 'field_required' } });
    const own = await ownDevice(db, sessionId);
    // A device that is signed out on purpose is told of when it signs in again.
    if (all) {
      await endSessions(db, adminId, sessionId);
      await forgetDevices(db, adminId, own);
    } else {
      const session = db
        .deleteFrom('session')
        .where('admin_id', '=', adminId)
        .where('id', '=', id ?? 0);
      const ended = await session.returning('device').executeTakeFirst();
      if (!ended) throw new CallError('not_found');
      if (ended.device !== own) await forgetDevice(db, adminId, ended.device);
    }
    note({ target: 'admin', target_id: adminId });
    return undefined;
  },
} satisfies Partial<Handlers>;
