import { confirm } from '../../contract/calls/auth.ts';
import { admin as adminEntity } from '../../contract/entities/admin.ts';
import type { Row } from '../../contract/entity.ts';
import { webInfo } from '../config/config.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { phoneNumberOf } from '../core/textFormats.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import { type AppServices, type Caller, type Handlers, type SignedIn, withPreparation } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { assertDemandKept, demandOfRole } from './accountRefusal.ts';
import { endFactors } from './factors.ts';
import { forgetDevices } from './knownDevices.ts';
import { attemptLimits, returnAttempt, takeAttempt } from './limits.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { endTokens } from './programTokens.ts';
import { recoveryCodesLeft } from './recoveryCodes.ts';
import { assertMayGrant, isBeyondOwn, pathsOf, rolesBeyond } from './rights.ts';
import { endSessions, endViewsOf, setView } from './session.ts';
import { forgetNetworks } from './signInThrottle.ts';
import { type Account, assertHardToGuess } from './weakPasswords.ts';

type Values = Record<string, unknown>;

async function roleOfAdmin(db: Db, id: number) {
  const found = await db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .select(['role.id', 'role.built_in', 'admin.status'])
    .select(['admin.username', 'admin.nickname', 'admin.mobile', 'admin.email'])
    .where('admin.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new CallError('not_found');
  return found;
}

async function assertMayTouch(db: Db, caller: SignedIn, { id, roleId }: { id: number; roleId: number }) {
  if (isBeyondOwn(caller, id) || (await rolesBeyond(db, caller, roleId)).has(roleId))
    throw new CallError('admin_beyond');
}

/** @param field the field whose change would remove the last super administrator */
async function assertOtherSuper(db: Db, id: number, field?: string) {
  await oneAtATime(db, 'super administrators');
  const other = await db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .select('admin.id')
    .where('role.built_in', '=', 1)
    .where('admin.status', '=', 1)
    .where('admin.id', '<>', id)
    .executeTakeFirst();
  if (other) return;
  throw field ? new InvalidInput({ [field]: { key: 'admin_last' } }, 'admin_last') : new CallError('admin_last');
}

/** @param account the account as it will be after the save */
async function hashOf(db: Db, password: unknown, account: Values): Promise<string | undefined> {
  if (!password) return undefined;
  await assertHardToGuess(db, 'password', String(password), account as unknown as Account);
  return hashPassword(String(password));
}

/** Result of a password in an edit: the hash of another administrator's new one, or the proof of one's own identity. */
interface Checked {
  hash?: string | undefined;
  isProven?: boolean;
}

async function checkPassword(
  context: Caller & AppServices,
  { id, ...changes }: Values & { id: number },
): Promise<Checked> {
  const { db, admin, database } = context;
  const { password } = changes;
  if (!password) return {};
  if (id !== admin?.id) {
    const current = await roleOfAdmin(db, id);
    // This comes first, because the next check compares the password with names and numbers of the account.
    await assertMayTouch(db, admin as SignedIn, { id, roleId: current.id });
    return { hash: await hashOf(db, password, { ...current, ...changes }) };
  }
  const stored = await db
    .selectFrom('admin')
    .select(['password', 'mobile', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const limits = attemptLimits(confirm, id);
  await takeAttempt(database, limits);
  // The right password is accepted even if it is not needed, because the form asks for it when a number is merely
  // formatted differently.
  if (await verifyPassword(stored.password, String(password))) {
    await database.transaction((db) => returnAttempt(db, limits));
    return { isProven: true };
  }
  if (changesContact(stored, changes)) throw new InvalidInput({ password: { key: 'password_wrong' } });
  throw new InvalidInput({ password: { key: 'password_self' } }, 'password_self');
}

/** Codes and password resets go to these contacts: whoever finds an open session must not change them. */
export function changesContact(current: { mobile: string; email: string }, { mobile, email }: Values): boolean {
  const isOther = mobile !== undefined && phoneNumberOf(String(mobile ?? '')) !== phoneNumberOf(current.mobile);
  return isOther || (email !== undefined && String(email ?? '') !== current.email);
}

async function withRoles(db: Db, caller: SignedIn, rows: Row<typeof adminEntity>[]) {
  const beyond = await rolesBeyond(db, caller);
  const roles = await db.selectFrom('role').select(['id', 'title']).execute();
  const byId = new Map(roles.map((role) => [role.id, role]));
  return rows.map((row) => ({
    ...row,
    role: byId.get(row.groupId ?? 0) ?? null,
    beyond: Number(beyond.has(row.groupId ?? 0) || isBeyondOwn(caller, row.id)),
  }));
}

/** Returns the name of the administrator or the role whose console the session looks at. */
async function viewedName(db: Db, sessionId: number): Promise<string> {
  const found = await db
    .selectFrom('session')
    .leftJoin('admin', 'admin.id', 'session.view_admin')
    .leftJoin('role', 'role.id', 'session.view_role')
    .select(['admin.username', 'admin.nickname', 'role.title'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  return found?.nickname || found?.username || found?.title || '…';
}

export const adminHandlers = {
  'base.admin/getAdminInfo': async (context) => {
    const { db, admin: caller } = context;
    const { id, roleId, isSuper, mustChange, viewer, sessionId, programTokenId } = caller as SignedIn;
    const admin = await lifecycle.read(context, adminEntity, id);
    if (!admin) throw new CallError('unauthorized');
    const role = await db.selectFrom('role').select(['id', 'title']).where('id', '=', roleId).executeTakeFirstOrThrow();
    const rules = await pathsOf(db, roleId, isSuper);
    const { web_logo } = await webInfo(db);
    // A program is not its owner and does not get these (`hiddenFromPrograms`): a leaked token must not reveal them.
    const { mobile = '', email = '', totp = 0, passkeys = 0 } = admin as Partial<typeof admin>;
    const { username, nickname, avatar, logintimes, last_login, create_time } = admin;
    return {
      id,
      username,
      nickname,
      mobile,
      email,
      logintimes,
      last_login,
      create_time,
      totp: totp === 1,
      passkeys,
      recovery_left: programTokenId === undefined ? await recoveryCodesLeft(db, id) : 0,
      avatar: web_logo,
      own_avatar: avatar,
      role: { id: role.id, title: role.title },
      rules,
      field_limits: caller?.limits?.fields ?? {},
      within_columns: caller?.limits?.columns !== undefined,
      viewing: viewer ? await viewedName(db, sessionId) : '',
      must_change: mustChange,
      factor_due: (!viewer && caller?.factorDue) || null,
    };
  },

  'base.admin/getAdminList': async (context, query: ListQuery) => {
    const page = await lifecycle.list(context, adminEntity, query);
    return { ...page, data: await withRoles(context.db, context.admin as SignedIn, page.data) };
  },

  'base.admin/addAdmin': withPreparation(
    ({ db }, draft: Values) => hashOf(db, draft.password, draft),
    async (context, draft, password) => {
      await assertMayGrant(context, Number(draft.groupId), 'groupId');
      const created = await lifecycle.create(context, adminEntity, { ...draft, password });
      await context.db.updateTable('admin').set({ must_change: 1 }).where('id', '=', created.id).execute();
      return created;
    },
  ),

  'base.admin/editAdmin': withPreparation(checkPassword, async (context, { id, ...changes }, { hash, isProven }) => {
    const { db, admin: caller } = context;
    const current = await roleOfAdmin(db, id);
    await assertMayTouch(db, caller as SignedIn, { id, roleId: current.id });
    if (changes.groupId) await assertMayGrant(context, Number(changes.groupId), 'groupId');
    if (id === caller?.id && changes.status === 0)
      throw new InvalidInput({ status: { key: 'admin_self' } }, 'admin_self');
    if (id === caller?.id && !isProven && changesContact(current, changes))
      throw new InvalidInput({ password: { key: 'password_needed' } }, 'password_needed');
    const leaves = (changes.groupId ?? current.id) !== current.id;
    if (current.built_in && (leaves || changes.status === 0))
      await assertOtherSuper(db, id, leaves ? 'groupId' : 'status');

    const isSwitched = (changes.status ?? current.status) !== current.status;
    const isRenamed = (changes.username ?? current.username) !== current.username;
    // These changes decide who gets in, with which rights. For one's own contacts the form asks for the password.
    const concernsOthers = hash || isSwitched || isRenamed || changesContact(current, changes);
    if (leaves || (id !== caller?.id && concernsOthers)) assertConfirmed(context);
    if (leaves && id === caller?.id && !caller.isSuper)
      assertDemandKept(await demandOfRole(db, current.id), await demandOfRole(db, Number(changes.groupId)), 'groupId');
    const { password: _typed, ...others } = changes;
    const saved = await lifecycle.update(context, adminEntity, id, { ...others, ...(hash && { password: hash }) });
    if (hash) {
      await db.updateTable('admin').set({ must_change: 1 }).where('id', '=', id).execute();
      await forgetNetworks(db, id);
      await forgetDevices(db, id);
    }
    // Enabling ends sessions too, because a disabled account may still have old ones.
    if (hash || leaves || isSwitched) await endSessions(db, id);
    if (leaves || isSwitched) await endTokens(db, id);
    return saved;
  }),

  'base.admin/viewAs': async ({ db, admin: caller, note }, { admin, role }) => {
    const self = caller as SignedIn;
    if (!admin === !role) throw new InvalidInput({ admin: { key: 'field_required' } });
    if (admin === self.id) throw new CallError('view_self');
    const roleId = admin ? (await roleOfAdmin(db, admin)).id : Number(role);
    const found = await db.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst();
    if (!found) throw new CallError('not_found');
    if ((await rolesBeyond(db, self, roleId)).has(roleId)) throw new CallError('admin_beyond');
    // A caller with limits may view only roles: own contents and the own log belong to the person, not to the role.
    if (admin && self.limits) throw new CallError('admin_beyond');
    await setView(db, self.sessionId, { view_admin: admin || null, view_role: admin ? null : roleId });
    note({ target: admin ? 'admin' : 'role', target_id: admin || roleId });
    return undefined;
  },

  'base.admin/endView': async ({ db, admin, note }) => {
    const { id, sessionId } = admin as SignedIn;
    await setView(db, sessionId, { view_admin: null, view_role: null });
    note({ target: 'admin', target_id: id });
    return undefined;
  },

  'base.admin/endTotp': async (context, { aid }) => {
    if (aid === context.admin?.id) throw new CallError('totp_self');
    const current = await roleOfAdmin(context.db, aid);
    await assertMayTouch(context.db, context.admin as SignedIn, { id: aid, roleId: current.id });
    const ended = await endFactors(context.db, aid);
    if (ended.length > 0) await endSessions(context.db, aid);
    context.note({ target: 'admin', target_id: aid, before: { factors: ended.join(', ') }, after: { factors: '' } });
    return undefined;
  },

  'base.admin/deleteAdmin': async (context, { aid }: { aid: number }) => {
    if (aid === context.admin?.id) throw new CallError('admin_self');
    const current = await roleOfAdmin(context.db, aid);
    await assertMayTouch(context.db, context.admin as SignedIn, { id: aid, roleId: current.id });
    if (current.built_in) await assertOtherSuper(context.db, aid);
    await endViewsOf(context.db, { view_admin: aid });
    await lifecycle.remove(context, adminEntity, aid);
  },
} satisfies Partial<Handlers>;
