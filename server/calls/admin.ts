import { admin as adminEntity } from '../../contract/entities/admin.ts';
import { role as roleEntity } from '../../contract/entities/role.ts';
import { rule as ruleEntity } from '../../contract/entities/rule.ts';
import type { Row } from '../../contract/entity.ts';
import * as crud from '../crud.ts';
import { oneAtATime } from '../database/generation.ts';
import type { Db } from '../database/tables.ts';
import { CallError, InvalidInput } from '../errors.ts';
import type { ListQuery } from '../query.ts';
import { isCommonPassword } from '../services/commonPasswords.ts';
import { endSessions } from '../services/ownSessions.ts';
import { hashPassword } from '../services/password.ts';
import { recoveryCodesLeft } from '../services/recoveryCodes.ts';
import { heldRules } from '../services/rights.ts';
import { forgetNetworks } from '../services/signInThrottle.ts';
import { webInfo } from '../services/site.ts';
import { endTotp, hasTotp } from '../services/totp.ts';
import { asTree } from '../services/tree.ts';
import { type CallContext, type Handlers, inTwoSteps, type SignedIn } from '../unit.ts';

type Values = Record<string, unknown>;

/** The rules of a role; of the built-in one, all there are. */
async function rulesOf(db: Db, roleId: number, isSuper: boolean) {
  return isSuper
    ? db.selectFrom('rule').select(['id', 'path']).execute()
    : heldRules(db).select(['id', 'path']).where('owner_id', '=', roleId).execute();
}

/** Nobody grants what they do not hold (directus v8 #1967). */
async function assertHolds({ db, admin }: CallContext, ruleIds: number[], key: 'grant_beyond' | 'admin_beyond') {
  const caller = admin as SignedIn;
  if (caller.isSuper) return;
  const held = new Set((await rulesOf(db, caller.roleId, false)).map((rule) => rule.id));
  if (!ruleIds.every((id) => held.has(id))) throw new CallError(key);
}

async function assertMayGrantRole(context: CallContext, roleId: number, key: 'grant_beyond' | 'admin_beyond') {
  const role = await context.db.selectFrom('role').select('built_in').where('id', '=', roleId).executeTakeFirst();
  if (role?.built_in && !context.admin?.isSuper) throw new CallError(key);
  const rules = await rulesOf(context.db, roleId, false);
  await assertHolds(
    context,
    rules.map((rule) => rule.id),
    key,
  );
}

/** A draft of a role with the screens of its calls: giving a call's rule gives its screen's (contract.md section 1). */
async function withScreens(db: Db, draft: Values): Promise<Values & { rule_method?: number[] }> {
  const given = draft.rule_method as number[] | undefined;
  if (!given?.length) return draft;
  const rules = await db.selectFrom('rule').select('pid').where('id', 'in', given).execute();
  const screens = rules.map((rule) => rule.pid).filter((pid) => pid !== null);
  return { ...draft, rule_method: [...new Set([...given, ...screens])].sort((one, other) => one - other) };
}

async function roleOfAdmin(db: Db, id: number) {
  const found = await db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .select(['role.id', 'role.built_in', 'admin.username'])
    .where('admin.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new CallError('not_found');
  return found;
}

async function assertOtherSuper(db: Db, id: number) {
  await oneAtATime(db, 'super administrators');
  const other = await db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .select('admin.id')
    .where('role.built_in', '=', 1)
    .where('admin.status', '=', 1)
    .where('admin.id', '<>', id)
    .executeTakeFirst();
  if (!other) throw new CallError('admin_last');
}

/** @throws InvalidInput at `password` where it is common; undefined where there is none */
async function hashOf(password: unknown, username: string): Promise<string | undefined> {
  if (!password) return undefined;
  if (await isCommonPassword(String(password), username))
    throw new InvalidInput({ password: { key: 'password_common' } });
  return hashPassword(String(password));
}

async function hashOfEdit({ db }: CallContext, { id, password, username }: Values & { id: number }) {
  if (!password) return undefined;
  return hashOf(password, String(username ?? (await roleOfAdmin(db, id)).username));
}

async function withRoles(db: Db, rows: Row<typeof adminEntity>[]) {
  const roles = await db.selectFrom('role').select(['id', 'title']).execute();
  const byId = new Map(roles.map((role) => [role.id, role]));
  return rows.map((row) => ({ ...row, role: byId.get(row.groupId ?? 0) ?? null }));
}

async function assertNotBuiltIn(db: Db, id: number) {
  const role = await db.selectFrom('role').select('built_in').where('id', '=', id).executeTakeFirst();
  if (role?.built_in) throw new CallError('role_built_in');
}

async function assertParent(db: Db, id: number | null, pid: unknown) {
  if (!pid) return;
  const parent = await db.selectFrom('rule').select('pid').where('id', '=', Number(pid)).executeTakeFirst();
  const children = id ? await db.selectFrom('rule').select('id').where('pid', '=', id).executeTakeFirst() : undefined;
  if (parent?.pid || children || pid === id) throw new InvalidInput({ pid: { key: 'rule_two_levels' } });
}

export const adminHandlers = {
  'base.admin/getAdminInfo': async ({ db, admin: caller }) => {
    const { id, roleId, isSuper, mustChange } = caller as SignedIn;
    const admin = await crud.read(db, adminEntity, id);
    if (!admin) throw new CallError('unauthorized');
    const role = await db.selectFrom('role').select(['id', 'title']).where('id', '=', roleId).executeTakeFirstOrThrow();
    const rules = await rulesOf(db, roleId, isSuper);
    const { web_logo } = await webInfo(db);
    const { username, nickname, mobile, email, logintimes, last_login, create_time } = admin;
    return {
      ...{ id, username, nickname, mobile, email, logintimes, last_login, create_time },
      avatar: web_logo,
      role: { id: role.id, title: role.title },
      rules: rules.map((rule) => rule.path),
      must_change: mustChange,
      totp: await hasTotp(db, id),
      recovery_left: await recoveryCodesLeft(db, id),
    };
  },

  'base.admin/getAdminList': async ({ db }, query: ListQuery) => {
    const page = await crud.list(db, adminEntity, query);
    return { ...page, data: await withRoles(db, page.data) };
  },

  'base.admin/addAdmin': inTwoSteps(
    (_context, draft: Values) => hashOf(draft.password, String(draft.username)),
    async (context, draft, password) => {
      await assertMayGrantRole(context, Number(draft.groupId), 'grant_beyond');
      const made = await crud.create(context, adminEntity, { ...draft, password });
      await context.db.updateTable('admin').set({ must_change: 1 }).where('id', '=', made.id).execute();
      return made;
    },
  ),

  'base.admin/editAdmin': inTwoSteps(hashOfEdit, async (context, { id, ...changes }, password) => {
    const { db, admin: caller } = context;
    const current = await roleOfAdmin(db, id);
    await assertMayGrantRole(context, current.id, 'admin_beyond');
    if (changes.groupId) await assertMayGrantRole(context, Number(changes.groupId), 'grant_beyond');
    if (id === caller?.id && changes.status === 0) throw new CallError('admin_self');
    const stays = (changes.groupId ?? current.id) === current.id && changes.status !== 0;
    if (current.built_in && !stays) await assertOtherSuper(db, id);

    const { password: _typed, ...others } = changes;
    const saved = await crud.update(context, adminEntity, id, { ...others, ...(password && { password }) });
    if (password) {
      const must_change = id === caller?.id ? 0 : 1;
      await db.updateTable('admin').set({ must_change }).where('id', '=', id).execute();
      await endSessions(db, id, caller?.sessionId);
      await forgetNetworks(db, id, id === caller?.id ? context.ip : undefined);
    }
    return saved;
  }),

  'base.admin/endTotp': async (context, { aid }) => {
    if (aid === context.admin?.id) throw new CallError('totp_self');
    const current = await roleOfAdmin(context.db, aid);
    await assertMayGrantRole(context, current.id, 'admin_beyond');
    const wasOn = await endTotp(context.db, aid);
    context.note({ target: 'admin', target_id: aid, before: { totp: wasOn ? 1 : 0 }, after: { totp: 0 } });
    return undefined;
  },

  'base.admin/deleteAdmin': async (context, { aid }: { aid: number }) => {
    if (aid === context.admin?.id) throw new CallError('admin_self');
    const current = await roleOfAdmin(context.db, aid);
    await assertMayGrantRole(context, current.id, 'admin_beyond');
    if (current.built_in) await assertOtherSuper(context.db, aid);
    await crud.remove(context, adminEntity, aid);
  },

  'base.admin/create_role': async (context, draft: Values) => {
    const whole = await withScreens(context.db, draft);
    await assertHolds(context, whole.rule_method ?? [], 'grant_beyond');
    return crud.create(context, roleEntity, whole);
  },

  'base.admin/edit_role': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertNotBuiltIn(context.db, id);
    await assertMayGrantRole(context, id, 'grant_beyond');
    const whole = await withScreens(context.db, changes);
    await assertHolds(context, whole.rule_method ?? [], 'grant_beyond');
    return crud.update(context, roleEntity, id, whole);
  },

  'base.admin/delete_role': async (context, { rid }: { rid: number }) => {
    await assertNotBuiltIn(context.db, rid);
    await assertMayGrantRole(context, rid, 'grant_beyond');
    const holder = await context.db.selectFrom('admin').select('id').where('groupId', '=', rid).executeTakeFirst();
    if (holder) throw new CallError('role_in_use');
    await crud.remove(context, roleEntity, rid);
  },

  'base.admin/getRuleList': async ({ db }) => asTree(await crud.readAll(db, ruleEntity), 'sunList'),

  'base.admin/create_rule': async (context, draft: Values) => {
    await assertParent(context.db, null, draft.pid);
    return crud.create(context, ruleEntity, draft);
  },

  'base.admin/edit_rule': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertParent(context.db, id, changes.pid);
    const rule = await crud.lock(context.db, ruleEntity, id);
    // Another path for a rule that one holds would be a right that one did not hold.
    if (!context.admin?.isSuper && changes.path !== undefined && changes.path !== rule.path)
      throw new CallError('grant_beyond');
    return crud.update(context, ruleEntity, id, changes);
  },

  'base.admin/delete_rule': async (context, { rid }: { rid: number }) => {
    const child = await context.db.selectFrom('rule').select('id').where('pid', '=', rid).executeTakeFirst();
    if (child) throw new CallError('rule_has_children');
    await assertHolds(context, [rid], 'grant_beyond');
    // No role holds it any more.
    await context.db.deleteFrom('role_rule_method').where('ref_id', '=', rid).execute();
    await crud.remove(context, ruleEntity, rid);
  },
} satisfies Partial<Handlers>;
