import type { WhoCanRole } from '../../../contract/calls/explain.ts';
import type { Db } from '../../database/tables.ts';
import type { SignedIn } from '../../engine/callContext.ts';
import { isForPrograms } from '../admit.ts';
import { countTokens } from '../programTokens.ts';
import { heldByRoles, isBeyondOwn, rolesBeyond } from '../rights.ts';
import { accountsIn } from '../session.ts';
import { type Question, rulesAsked } from './question.ts';
import { accountStop, callerWith, isAllowed, makerOf, type RoleRow, reasonsOf, rolesIn } from './reasons.ts';

/** Of limits, what an answer is reserved by. */
const namedLimits = ['columns', 'own_only', 'fields'];

interface Holder {
  role: RoleRow;
  limits: string[];
  /** The only administrator who has the right by this role. */
  only?: number;
}

/** The roles that have what is asked, each asked as `explain` would. */
async function holdersOf(db: Db, question: Question, record: Record<string, unknown> | undefined): Promise<Holder[]> {
  const held = await heldByRoles(db, rulesAsked(question));
  const maker = record && (await makerOf(db, question, record));
  const holders: Holder[] = [];
  for (const role of await rolesIn(db).orderBy('role.built_in', 'desc').orderBy('role.id').execute()) {
    const rules = held.get(role.id) ?? new Set<string>();
    // Of a record, a role that shows only one's own has the right by its maker alone.
    const only = role.own_only && !role.built_in ? maker : undefined;
    const hasRules = question.rights.every(
      (right) => role.built_in || right.rules.length === 0 || right.rules.some((rule) => rules.has(rule)),
    );
    if (!hasRules || only === 0) continue;
    const steps = await reasonsOf({ db, admin: await callerWith(db, role, only) }, question, rules);
    if (!isAllowed(steps)) continue;
    const limits = steps.filter((each) => namedLimits.includes(each.step));
    const names = limits.map((each) => (each.step === 'fields' ? each.why : each.step));
    holders.push({ role, limits: names, ...(only && { only }) });
  }
  return holders;
}

/** So many administrators of a role are named. */
const mostNamed = 100;

const nameOf = ({ nickname, username }: { nickname: string; username: string }) => nickname || username;

/**
 * Everyone who has what is asked. All with one role have the same answer, so that it takes statements by the number of roles, and not
 * of administrators. Of those beyond the caller only the number is told.
 */
export async function whoCan(db: Db, self: SignedIn, question: Question, record: Record<string, unknown> | undefined) {
  const holders = await holdersOf(db, question, record);
  const beyond = await rolesBeyond(db, self);
  const ids = holders.map(({ role }) => role.id);
  const active = await accountsIn(db)
    .where('admin.status', '=', 1)
    .where('admin.groupId', 'in', [0, ...ids])
    .orderBy('admin.id')
    .execute();
  const accounts = active.map((account) => ({ ...account, waits: accountStop(account, question) ?? '' }));
  const isTheirs = question.rights.every(({ call }) => !call || isForPrograms(call));
  const tokens = isTheirs ? await countTokens(db, ids) : [];
  let [others, other_tokens] = [0, 0];
  const roles = holders.flatMap(({ role, limits, only }): WhoCanRole[] => {
    const isHolder = (id: number) => only === undefined || id === only;
    const isNamed = (id: number) => !beyond.has(role.id) && !isBeyondOwn(self, id);
    const admins = accounts.filter(({ id, groupId }) => groupId === role.id && isHolder(id));
    const programs = tokens.filter(({ roleId, adminId }) => roleId === role.id && isHolder(adminId));
    const [named, ownTokens] = [
      admins.filter(({ id }) => isNamed(id)),
      programs.filter(({ adminId, groupId }) => isNamed(adminId) && !beyond.has(Number(groupId))),
    ];
    others += admins.filter(({ id, waits }) => !isNamed(id) && !waits).length;
    other_tokens += sum(programs) - sum(ownTokens);
    if (beyond.has(role.id) || (only && admins.length + programs.length === 0)) return [];
    return [
      {
        ...{ id: role.id, title: role.title, built_in: role.built_in === 1 ? 1 : 0, limits },
        n: named.filter(({ waits }) => !waits).length,
        admins: named.slice(0, mostNamed).map((admin) => ({ id: admin.id, name: nameOf(admin), waits: admin.waits })),
        tokens: ownTokens.map((token) => ({ name: nameOf(token), n: token.n })),
      },
    ];
  });
  return { roles, others, other_tokens };
}

const sum = (tokens: { n: number }[]) => tokens.reduce((all, { n }) => all + n, 0);
