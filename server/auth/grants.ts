import { CallError, InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext, SignedIn } from '../engine/callContext.ts';
import { contractRules } from './contractRules.ts';
import { grantedRules, rolesBeyond } from './rights.ts';

/** The paths of a role's rules. The built-in role has all paths, including those without a rule. */
export async function pathsOf(db: Db, roleId: number, isSuper: boolean): Promise<string[]> {
  if (!isSuper) {
    const rules = await grantedRules(db).select('path').where('owner_id', '=', roleId).execute();
    return rules.map(({ path }) => path);
  }
  const rules = await db.selectFrom('rule').select('path').execute();
  return [...new Set([...rules, ...contractRules()].map(({ path }) => path))];
}

/**
 * Refuses rules that the caller does not have, because nobody may grant those (directus v8 #1967).
 * @param field the parameter that contains the rules
 */
export async function assertHolds(
  { db, admin }: CallContext,
  ruleIds: readonly number[],
  field?: string,
): Promise<void> {
  const caller = admin as SignedIn;
  if (caller.isSuper || ruleIds.length === 0) return;
  const rules = await grantedRules(db).select('rule.id').where('owner_id', '=', caller.roleId).execute();
  const held = new Set(rules.map(({ id }) => id));
  if (!ruleIds.every((id) => held.has(id))) throw beyond(field);
}

/** @throws InvalidInput at `field` if a role has rules that the caller lacks */
export async function assertMayGrant({ db, admin }: CallContext, roleId: number, field?: string): Promise<void> {
  if ((await rolesBeyond(db, admin as SignedIn)).has(roleId)) throw beyond(field);
}

const beyond = (field: string | undefined) =>
  field ? new InvalidInput({ [field]: { key: 'grant_beyond' } }, 'grant_beyond') : new CallError('grant_beyond');
