import { adminName } from '../../../contract/adminName.ts';
import type { WhoCanRole } from '../../../contract/calls/explain.ts';
import { createYield } from '../../core/turns.ts';
import { nonEmpty } from '../../database/statements.ts';
import type { Db } from '../../database/tables.ts';
import type { SignedIn } from '../../engine/callContext.ts';
import { selectAccounts } from '../accountRefusal.ts';
import { isForPrograms } from '../isForPrograms.ts';
import { countTokens } from '../programTokens.ts';
import { callerOfRole, heldByRoles, isBeyondOwn, rolesBeyond } from '../rights.ts';
import { type Question, rulesAsked } from './question.ts';
import { firstRefusal, isAllowed, makerOf, type RoleRow, reasonsOf, ruleStep, selectRoles } from './reasons.ts';

/** These steps name the limits under which a role has a right. */
const namedLimits = ['columns', 'own_only', 'fields'];

interface Holder {
  role: RoleRow;
  limits: string[];
  /** The only administrator who has the right by this role. */
  only?: number;
}

/** Returns the roles that have what is asked. Each is asked as `explain` would. */
async function holdersOf(db: Db, question: Question, record: Record<string, unknown> | undefined): Promise<Holder[]> {
  const held = await heldByRoles(db, rulesAsked(question));
  const maker = record && (await makerOf(db, question, record));
  const holders: Holder[] = [];
  const yieldToOthers = createYield(db);
  for (const role of await selectRoles(db).orderBy('role.built_in', 'desc').orderBy('role.id').execute()) {
    await yieldToOthers();
    const rules = held.get(role.id) ?? new Set<string>();
    // A role that shows only own contents has a right to a record only through the administrator who made it.
    const only = role.own_only && !role.built_in ? maker : undefined;
    const hasRules = isAllowed(question.rights.map((right) => ruleStep(right, role.built_in === 1, rules)));
    if (!hasRules || only === 0) continue;
    const steps = await reasonsOf(
      { db, admin: await callerOfRole(db, role, only === undefined ? undefined : { id: only, username: '' }) },
      question,
      rules,
    );
    if (!isAllowed(steps)) continue;
    const limits = steps.filter((each) => namedLimits.includes(each.step));
    const names = limits.map((each) => (each.step === 'fields' ? each.why : each.step));
    holders.push({ role, limits: names, ...(only && { only }) });
  }
  return holders;
}

/** So many administrators of a role are named. */
const maxNamed = 100;

/**
 * Returns everyone who has what is asked. All administrators with one role have the same answer, so the number of
 * statements depends on the number of roles. Those beyond the caller are only counted.
 */
export async function whoCan(db: Db, self: SignedIn, question: Question, record: Record<string, unknown> | undefined) {
  const holders = await holdersOf(db, question, record);
  const beyond = await rolesBeyond(db, self);
  const ids = holders.map(({ role }) => role.id);
  const active = await selectAccounts(db)
    .where('admin.status', '=', 1)
    .where('admin.groupId', 'in', nonEmpty(ids, 0))
    .orderBy('admin.id')
    .execute();
  const onlyOf = new Map(holders.map(({ role, only }) => [role.id, only]));
  const isHolder = (roleId: number, id: number) => (onlyOf.get(roleId) ?? id) === id;
  const isNamed = (roleId: number, id: number) => !beyond.has(roleId) && !isBeyondOwn(self, id);
  const accounts = active
    .filter(({ groupId, id }) => isHolder(groupId, id))
    .map((account) => ({ ...account, waits: firstRefusal(account, question) ?? '' }));
  const isTheirs = question.rights.every(({ call }) => !call || isForPrograms(call));
  const tokens = (isTheirs ? await countTokens(db, ids) : []).filter((each) => isHolder(each.roleId, each.adminId));
  // A token may have fewer rights than its owner.
  const isProgramNamed = ({ roleId, adminId, groupId }: (typeof tokens)[number]) =>
    isNamed(roleId, adminId) && !beyond.has(Number(groupId));
  const roles = holders.flatMap(({ role, limits, only }): WhoCanRole[] => {
    const admins = accounts.filter(({ groupId }) => groupId === role.id);
    const programs = tokens.filter(({ roleId }) => roleId === role.id);
    if (beyond.has(role.id) || (only && admins.length + programs.length === 0)) return [];
    const named = admins.filter(({ id }) => isNamed(role.id, id));
    const namedPrograms = programs.filter(isProgramNamed);
    return [
      {
        id: role.id,
        title: role.title,
        built_in: role.built_in === 1 ? 1 : 0,
        limits,
        n: named.filter(({ waits }) => !waits).length,
        admins: named.slice(0, maxNamed).map((admin) => ({ id: admin.id, name: adminName(admin), waits: admin.waits })),
        tokens: namedPrograms.map((token) => ({ name: adminName(token), n: token.n })),
      },
    ];
  });
  const others = accounts.filter(({ groupId, id, waits }) => !isNamed(groupId, id) && !waits).length;
  const other_tokens = sum(tokens.filter((each) => !isProgramNamed(each)));
  return { roles, others, other_tokens };
}

const sum = (tokens: { n: number }[]) => tokens.reduce((all, { n }) => all + n, 0);
