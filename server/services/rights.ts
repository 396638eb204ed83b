import type { Call } from '../../contract/call.ts';
import { ruleOf } from '../../contract/index.ts';
import { openScreens } from '../../contract/menus.ts';
import type { Db } from '../database/tables.ts';
import { CallError } from '../errors.ts';
import type { CallContext, SignedIn } from '../unit.ts';

/** What a caller's role lets them do. */
export interface Rights {
  /** Whether the role holds the rule with this path. */
  holds(path: string): boolean;
  /** Whether the screen that a path belongs to is shown to the role. */
  maySee(path: string): boolean;
}

/** The rules that roles hold, each beside its `owner_id`, the role. */
export const heldRules = (db: Db) => db.selectFrom('rule').innerJoin('role_rule_method', 'ref_id', 'rule.id');

export async function rightsOf(db: Db, { roleId, isSuper }: SignedIn): Promise<Rights> {
  if (isSuper) return { holds: () => true, maySee: () => true };
  const rules = await heldRules(db).select(['path', 'show']).where('owner_id', '=', roleId).execute();
  const held = new Set(rules.map(({ path }) => path));
  const shown = new Set([...openScreens, ...rules.filter(({ show }) => show === 1).map(({ path }) => path)]);
  return { holds: (path) => held.has(path), maySee: (path) => shown.has(`/${path.split(/[/?]/)[1]}`) };
}

/** @throws CallError `forbidden` where the caller may not make a call that this one makes */
export async function assertMay({ db, admin }: CallContext, call: Call): Promise<void> {
  const rule = ruleOf(call);
  if (rule && !(await rightsOf(db, admin as SignedIn)).holds(rule)) throw new CallError('forbidden', { rule });
}
