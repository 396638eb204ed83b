import { sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { publish } from '../../contract/calls/publishing.ts';
import { isRecord } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf } from '../../contract/index.ts';
import { openScreens } from '../../contract/menus.ts';
import { CallError, InvalidInput, lacksRule } from '../core/errors.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import { nonEmpty } from '../database/statements.ts';
import type { Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import type { Caller, SignedIn } from '../engine/callContext.ts';
import { limitNames, limitsBeyond, roleLimitsOf, type StoredLimits } from '../engine/roleLimits.ts';
import { contractRules } from './contractRules.ts';
import { isForPrograms } from './isForPrograms.ts';

type Params = Readonly<Record<string, unknown>>;

export interface Rights {
  holds(path: string): boolean;
  maySee(path: string): boolean;
}

/** Selects the rules of roles; `owner_id` is the role. */
export const grantedRules = (db: Db) => db.selectFrom('rule').innerJoin('role_rule_method', 'ref_id', 'rule.id');

/**
 * Returns which of these rules each role has, by the role's id. The built-in role has all of them, whatever is here.
 */
export async function heldByRoles(db: Db, paths: readonly string[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await grantedRules(db).select(['owner_id', 'path']).where('path', 'in', nonEmpty(paths, '')).execute();
  const byRole = Map.groupBy(rows, ({ owner_id }) => Number(owner_id));
  return new Map([...byRole].map(([id, rules]) => [id, new Set(rules.map(({ path }) => path))]));
}

export async function rightsOf(db: Db, { roleId, isSuper }: SignedIn): Promise<Rights> {
  const rules = isSuper
    ? await db.selectFrom('rule').select(['path', 'show']).execute()
    : await grantedRules(db).select(['path', 'show']).where('owner_id', '=', roleId).execute();
  const granted = new Set(rules.map(({ path }) => path));
  const hidden = new Set(rules.filter(({ show }) => show !== 1).map(({ path }) => path));
  // A super administrator sees screens without a rule too.
  const isTheirs = (screen: string) => isSuper || granted.has(screen) || openScreens.includes(screen);
  return {
    holds: (path) => isSuper || granted.has(path),
    maySee: (path) => {
      const screen = `/${path.split(/[/?]/)[1]}`;
      return isTheirs(screen) && !hidden.has(screen);
    },
  };
}

export function canList({ holds }: Rights, { calls }: Entity): boolean {
  const rule = ruleOf(calls.list);
  return !rule || holds(rule);
}

export const canPublish = ({ holds }: Rights, { name }: Entity): boolean =>
  holds(ruleOf(publish, { entity: name }) as string);

/** Whether a role may open records of an entity: it needs a visible screen and the rule of the call that reads them. */
export const canOpen = (rights: Rights, entity: Entity): boolean =>
  rights.maySee(entity.screen) && canList(rights, entity);

/** Returns an opaque text that changes when a role's rights or its menu may have changed. */
export async function rightsMark(db: Db, roleId: number): Promise<string> {
  const [roles, rules] = await Promise.all([dataVersionOf(db, 'role'), dataVersionOf(db, 'rule')]);
  return [roleId, roles, rules].join('.');
}

/**
 * Returns the roles with rules that the caller lacks, or beyond its limits. The caller may not change them
 * (docs/contract.md, "Requests and replies").
 * @param onlyRoleId the only role to look at; undefined for all
 */
export async function rolesBeyond(db: Db, caller: SignedIn, onlyRoleId?: number): Promise<ReadonlySet<number>> {
  const { roleId, isSuper } = caller;
  if (isSuper) return new Set();
  const callersRules = db.selectFrom('role_rule_method').select('ref_id').where('owner_id', '=', roleId);
  const more = db.selectFrom('role_rule_method').select('owner_id').where('ref_id', 'not in', callersRules);
  const roles = await db
    .selectFrom('role')
    .select('id')
    .where((where) => where.or([where('built_in', '=', 1), where('id', 'in', more)]))
    .$if(onlyRoleId !== undefined, (query) => query.where('id', '=', Number(onlyRoleId)))
    .execute();
  const others = caller.limits
    ? await db
        .selectFrom('role')
        .select(['id', ...limitNames])
        .$if(onlyRoleId !== undefined, (query) => query.where('id', '=', Number(onlyRoleId)))
        .execute()
    : [];
  const unlimited = others.filter((role) => limitsBeyond(caller, role).length > 0);
  return new Set([...roles, ...unlimited].map(({ id }) => id));
}

/** No administrator has this id. It stands for anyone with a role, who has made no record yet. */
const anyone = -1;

/** Returns the caller that an administrator with this role would be, signed in or not; by default anyone with it. */
export async function callerOfRole(
  db: Db,
  role: StoredLimits & { id: number; built_in: number },
  { id, username }: Pick<SignedIn, 'id' | 'username'> = { id: anyone, username: '' },
): Promise<SignedIn> {
  const isSuper = role.built_in === 1;
  const limits = isSuper ? undefined : await roleLimitsOf(db, id, role);
  return { id, username, sessionId: 0, roleId: role.id, isSuper, mustChange: false, isConfirmed: false, limits };
}

/** Returns the roles that hold every rule of this one. */
export async function rolesCovering(db: Db, roleId: number): Promise<ReadonlySet<number>> {
  const own = db.selectFrom('role_rule_method').select('ref_id').where('owner_id', '=', roleId);
  const counts = await db
    .selectFrom('role_rule_method')
    .select((select) => ['owner_id', select.fn.countAll().as('n')])
    .where('ref_id', 'in', own)
    .groupBy('owner_id')
    .execute();
  const most = Number(counts.find(({ owner_id }) => owner_id === roleId)?.n ?? 0);
  const all =
    most > 0 ? counts : await db.selectFrom('role').select('id as owner_id').select(sql<number>`0`.as('n')).execute();
  return new Set(all.filter(({ n }) => Number(n) === most).map(({ owner_id }) => Number(owner_id)));
}

/** Whether an account is closed to the caller: whoever sees only their own contents would see another's through it. */
export const isBeyondOwn = ({ id, limits }: SignedIn, other: number): boolean =>
  limits?.owner !== undefined && other !== id;

/** @throws CallError `forbidden`, `confirm_needed`, `program_call` if the caller may not make a call that is used */
export async function assertMay(caller: Caller, call: Call): Promise<void> {
  await assertRule(caller, call);
  if (call.confirmed) assertConfirmed(caller);
  assertForPeople(caller, call);
}

/** @throws CallError `forbidden` if the caller's role lacks the rule of a call */
export async function assertRule(caller: Caller, call: Call): Promise<void> {
  if (!(await mayCall(caller, call))) throw lacksRule(ruleOf(call));
}

/**
 * Refuses to a program what a record's own call refuses to it, whichever call performs that one.
 * @throws CallError `program_call`
 */
export function assertForPeople({ admin }: Pick<Caller, 'admin'>, call: Call): void {
  if (admin?.programTokenId && !isForPrograms(call)) throw new CallError('program_call');
}

/** Whether the caller may make a call. It queries this one rule. */
export function mayCall({ db, admin }: Caller, call: Call, params?: Params): Promise<boolean> {
  const { roleId, isSuper } = admin as SignedIn;
  return roleHolds(db, roleId, isSuper, ruleOf(call, params));
}

/**
 * Takes `current`, the record as it is now, out of the refusal of a stale version, unless the caller may make the call
 * that reads such records.
 * @param read that call; undefined if there is none
 */
export async function withoutUnreadableRecord(
  caller: Caller,
  error: unknown,
  read: Call | undefined,
): Promise<unknown> {
  if (!(error instanceof CallError) || !isRecord(error.data) || !('current' in error.data)) return error;
  if (read && caller.admin && (await mayCall(caller, read))) return error;
  const { current: _unreadable, ...data } = error.data;
  return new CallError(error.key, error.values, data);
}

/** Whether the caller may publish records of an entity. */
export const mayPublish = (caller: Caller, { name }: Entity): Promise<boolean> =>
  mayCall(caller, publish, { entity: name });

export async function roleHolds(db: Db, roleId: number, isSuper: boolean, rule: string | undefined): Promise<boolean> {
  if (isSuper || !rule) return true;
  const granted = grantedRules(db).select('rule.id').where('owner_id', '=', roleId).where('path', '=', rule);
  return (await granted.executeTakeFirst()) !== undefined;
}

export const assertMayList = (caller: Caller, { calls }: Pick<Entity, 'calls'>) => assertMay(caller, calls.list);

/** Returns the paths of a role's rules. The built-in role has all paths, including those without a rule. */
export async function pathsOf(db: Db, roleId: number, isSuper: boolean): Promise<string[]> {
  if (!isSuper) {
    const rules = await grantedRules(db).select('path').where('owner_id', '=', roleId).execute();
    return rules.map(({ path }) => path);
  }
  const rules = await db.selectFrom('rule').select('path').execute();
  return [...new Set([...rules, ...contractRules()].map(({ path }) => path))];
}

/** Nobody may grant rules that they do not have (directus v8 #1967). @param field the parameter with the rules */
export async function assertHolds({ db, admin }: Caller, ruleIds: readonly number[], field?: string): Promise<void> {
  const caller = admin as SignedIn;
  if (caller.isSuper || ruleIds.length === 0) return;
  const rules = await grantedRules(db).select('rule.id').where('owner_id', '=', caller.roleId).execute();
  const granted = new Set(rules.map(({ id }) => id));
  if (!ruleIds.every((id) => granted.has(id))) throw grantBeyondError(field);
}

/** @throws InvalidInput at `field` if a role has rules that the caller lacks */
export async function assertMayGrant({ db, admin }: Caller, roleId: number, field?: string): Promise<void> {
  if ((await rolesBeyond(db, admin as SignedIn, roleId)).has(roleId)) throw grantBeyondError(field);
}

const grantBeyondError = (field: string | undefined) =>
  field ? new InvalidInput({ [field]: { key: 'grant_beyond' } }, 'grant_beyond') : new CallError('grant_beyond');
