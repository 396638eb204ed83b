import { adminName } from '../../../contract/adminName.ts';
import { role as roleEntity } from '../../../contract/entities/role.ts';
import { ruleOf, rulesOf } from '../../../contract/index.ts';
import { parseRule } from '../../../contract/rules.ts';
import { nonEmpty } from '../../database/statements.ts';
import type { Db } from '../../database/tables.ts';
import type { SignedIn } from '../../engine/callContext.ts';
import { limitsBeyond } from '../../engine/roleLimits.ts';
import { callerOfRole, heldByRoles, rolesCovering } from '../rights.ts';
import { selectRoles } from './reasons.ts';

const maxNames = 3;
const editRole = ruleOf(roleEntity.calls.update) as string;

/** A call whose parameter the refusal did not know yet (`…?entity=…`) takes any of its rules. */
function wantedBy(rule: string): string[] {
  const { call, value } = parseRule(rule);
  return call && value === '…' ? rulesOf(call) : [rule];
}

/**
 * Active administrators whose role may edit the caller's, and has the rule itself: nobody gives what they do not have. Super
 * administrators come last, so that people ask somebody closer first.
 */
export async function whoCanGrant(db: Db, { roleId, isSuper }: SignedIn, rule: string) {
  const nobody = { names: [], others: 0 };
  if (isSuper) return nobody;
  const wanted = wantedBy(rule);
  const known = await db.selectFrom('rule').select('id').where('path', 'in', wanted).executeTakeFirst();
  const held = await heldByRoles(db, [...wanted, editRole]);
  const holdsAny = (role: number) => wanted.some((path) => held.get(role)?.has(path));
  if (!known || holdsAny(roleId)) return nobody;
  const roles = await selectRoles(db).execute();
  const own = roles.find(({ id }) => id === roleId);
  const covering = await rolesCovering(db, roleId);
  const givers: number[] = [];
  for (const role of roles) {
    const mayGive = held.get(role.id)?.has(editRole) && holdsAny(role.id) && covering.has(role.id);
    const isLimited = async () => own !== undefined && limitsBeyond(await callerOfRole(db, role), own).length > 0;
    if (role.built_in || (mayGive && !(await isLimited()))) givers.push(role.id);
  }
  const admins = db.selectFrom('admin').innerJoin('role', 'role.id', 'admin.groupId');
  const active = admins.where('admin.status', '=', 1).where('role.id', 'in', nonEmpty(givers, 0));
  const [named, { n }] = [
    await active
      .select(['admin.username', 'admin.nickname'])
      .orderBy('role.built_in')
      .orderBy('admin.id')
      .limit(maxNames)
      .execute(),
    await active.select((select) => select.fn.countAll().as('n')).executeTakeFirstOrThrow(),
  ];
  return { names: named.map(adminName), others: Number(n) - named.length };
}
