import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf } from '../../contract/index.ts';
import { lacksRule } from '../core/errors.ts';
import { askedOnce } from '../database/dataVersion.ts';
import type { Caller, SignedIn } from '../engine/callContext.ts';
import type { Feature, Write } from '../engine/hooks.ts';
import { assertForPeople, mayCall } from './rights.ts';

/**
 * A record is written only by who may make the entity's own call for that, whatever call writes it. What comes before the public with its
 * column is written by the right to the column.
 */
export const ownRules: Feature = {
  name: 'ownRules',
  isAbout: () => true,
  mayWrite: async (context, { event, entity }) => {
    const call = callOf(entity, event);
    if (!call) return;
    const { db, admin } = context;
    const rule = ruleOf(call);
    if (!(await askedOnce(db, 'role', question(admin, rule), () => mayCall(context, call)))) throw lacksRule(rule);
    assertForPeople(context, call);
  },
};

const question = (admin: SignedIn | null, rule: string | undefined) => `${admin?.roleId} holds ${rule}`;

/** The rules by which a call was admitted are not asked for again by what it writes. */
export async function rememberHeldRules({ db, admin }: Caller, rules: readonly string[]): Promise<void> {
  for (const rule of rules) await askedOnce(db, 'role', question(admin, rule), async () => true);
}

function callOf({ calls }: Entity, event: Write['event']): Call | undefined {
  if (event === 'restore') return calls.delete;
  return event === 'appear' ? undefined : calls[event];
}
