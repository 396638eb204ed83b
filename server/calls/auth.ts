import { extensions } from '../../contract/calls/console.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { CallError, InvalidInput } from '../errors.ts';
import { findSession, startSession } from '../plugins/session.ts';
import { isCommonPassword } from '../services/commonPasswords.ts';
import { forgetAttempts, perAccount, takeAttempt } from '../services/limits.ts';
import { hashPassword, verifyPassword } from '../services/password.ts';
import { readPreferences, savePreference } from '../services/preferences.ts';
import { webInfo } from '../services/site.ts';
import type { Handlers, SignedIn } from '../unit.ts';
import { logOperation } from '../write.ts';

const perPeer = { most: 30, seconds: 15 * 60 };

export const authHandlers = {
  'auth.auth/login': async (context, { username, password }) => {
    if (!password) throw new CallError('sms_off');
    const { database, ip, userAgent } = context;
    const started = performance.now();
    const account = `login:${username}`;
    const peer = `login-peer:${ip}`;
    await takeAttempt(database, { [account]: perAccount, [peer]: perPeer });

    const admin = await database.db
      .selectFrom('admin')
      .select(['id', 'username', 'password', 'status', 'logintimes'])
      .where('username', '=', username)
      .executeTakeFirst();
    const matches = await verifyPassword(admin?.password, password);
    const known = matches && admin?.status === 1 ? admin : undefined;

    const session = await database.transaction(async (db) => {
      const params = { username, password };
      if (!known) {
        await logOperation(db, context, { params, started }, [], 0);
        return undefined;
      }
      await db
        .updateTable('admin')
        .set((set) => ({ logintimes: set('logintimes', '+', 1), last_login: toIsoSeconds(new Date()), last_ip: ip }))
        .where('id', '=', known.id)
        .execute();
      const target = [{ target: 'admin', target_id: known.id }];
      await logOperation(db, { ...context, admin: known }, { params, started }, target);
      return startSession(db, known.id, { ip, userAgent });
    });
    if (!session) throw new CallError('login_failed');
    await forgetAttempts(database, account, peer);
    return session;
  },

  'auth.auth/checkLogin': async ({ db, token }) => {
    if (!(await findSession(db, token, undefined))) throw new CallError('signed_out');
    return undefined;
  },

  'auth.auth/ini': async ({ db }) => ({ ...(await webInfo(db)), sms: 0 as const, extensions: [...extensions] }),

  'auth.auth/logout': async ({ database, admin }) => {
    await database.transaction((db) =>
      db
        .deleteFrom('session')
        .where('id', '=', admin?.sessionId ?? 0)
        .execute(),
    );
    return undefined;
  },

  'auth.auth/changePassword': async ({ db, admin, note }, { password, new_password }) => {
    const id = admin?.id ?? 0;
    const { password: stored, username } = await db
      .selectFrom('admin')
      .select(['password', 'username'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(stored, password))) throw new InvalidInput({ password: { key: 'password_wrong' } });
    if (new_password === password) throw new InvalidInput({ new_password: { key: 'password_same' } });
    if (await isCommonPassword(new_password, username))
      throw new InvalidInput({ new_password: { key: 'password_common' } });

    await db
      .updateTable('admin')
      .set({ password: await hashPassword(new_password), must_change: 0, password_time: toIsoSeconds(new Date()) })
      .where('id', '=', id)
      .execute();
    await db
      .deleteFrom('session')
      .where('admin_id', '=', id)
      .where('id', '<>', admin?.sessionId ?? 0)
      .execute();
    note({ target: 'admin', target_id: id });
    return undefined;
  },

  'auth.auth/preferences': ({ db, admin }) => readPreferences(db, (admin as SignedIn).id),

  'auth.auth/savePreference': async ({ database, admin }, preference) => {
    await savePreference(database, (admin as SignedIn).id, { value: undefined, ...preference });
    return undefined;
  },
} satisfies Partial<Handlers>;
