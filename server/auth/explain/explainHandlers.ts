import { CallError, InvalidInput } from '../../core/errors.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller, Handlers, SignedIn } from '../../engine/callContext.ts';
import * as lifecycle from '../../engine/lifecycle.ts';
import { selectAccounts } from '../accountRefusal.ts';
import { assertMayList, callerOfRole, heldByRoles, isBeyondOwn, rolesBeyond } from '../rights.ts';
import { withGrants } from './grants.ts';
import { type Question, questionOf, rulesAsked } from './question.ts';
import { type Account, firstRefusal, isAllowed, reasonsOf, selectRoles, step } from './reasons.ts';
import { whoCan } from './whoCan.ts';
import { whoCanGrant } from './whoCanGrant.ts';

/** A record is asked about only by whoever may see it. @throws CallError `forbidden`, `not_found` */
async function recordOf(caller: Caller, { entity, id }: Question): Promise<Record<string, unknown> | undefined> {
  if (!entity || !id) return undefined;
  await assertMayList(caller, entity);
  const record = await lifecycle.read(caller, entity, id);
  if (!record) throw new CallError('not_found');
  return record;
}

async function subjectOf(db: Db, { admin, role }: { admin?: number | null; role?: number | null }) {
  if (!admin === !role) throw new InvalidInput({ admin: { key: 'field_required' } });
  const account = admin ? await selectAccounts(db).where('admin.id', '=', admin).executeTakeFirst() : undefined;
  if (admin && !account) throw new CallError('not_found');
  const found = await selectRoles(db)
    .where('id', '=', Number(admin ? account?.groupId : role))
    .executeTakeFirst();
  if (!found) throw new CallError('not_found');
  return { account, role: found };
}

function accountStep(account: Account, question: Question) {
  const why = account.status !== 1 ? 'disabled' : (firstRefusal(account, question) ?? 'active');
  return step('account', why === 'active', why);
}

async function assertMayExplain(db: Db, self: SignedIn, { account, role }: Awaited<ReturnType<typeof subjectOf>>) {
  const isBeyond = account && isBeyondOwn(self, account.id);
  if (isBeyond || (await rolesBeyond(db, self, role.id)).has(role.id)) throw new CallError('admin_beyond');
}

export const explainHandlers = {
  'base.admin/explain': async (context, { admin, role, ...asked }) => {
    const { db } = context;
    const subject = await subjectOf(db, { admin, role });
    await assertMayExplain(db, context.admin as SignedIn, subject);
    const question = questionOf(asked);
    await recordOf(context, question);
    const caller = await callerOfRole(db, subject.role, subject.account);
    const held = (await heldByRoles(db, rulesAsked(question))).get(subject.role.id) ?? new Set<string>();
    const reasons = await withGrants(context, subject.role.id, await reasonsOf({ db, admin: caller }, question, held));
    const own = step('role', true, caller.isSuper ? 'built_in' : 'role', { title: subject.role.title });
    const steps = [...(subject.account ? [accountStep(subject.account, question)] : []), own, ...reasons];
    return { allowed: isAllowed(steps) ? 1 : 0, steps };
  },

  'base.admin/whoCan': async (context, params) => {
    const question = questionOf(params);
    const record = await recordOf(context, question);
    return whoCan(context.db, context.admin as SignedIn, question, record);
  },

  'base.admin/whoCanGrant': ({ db, admin }, { rule }) => whoCanGrant(db, admin as SignedIn, rule),
} satisfies Partial<Handlers>;
