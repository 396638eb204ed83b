import { CallError, InvalidInput } from '../core/errors.ts';
import { readAgent } from '../core/userAgent.ts';
import type { Handlers, SignedIn } from '../engine/callContext.ts';
import { livingSessions } from './session.ts';

export const sessionHandlers = {
  'auth.auth/sessions': async ({ db, admin }) => {
    const { id, sessionId } = admin as SignedIn;
    const living = await livingSessions(db, id);
    const rows = living.toSorted((one, other) => Number(other.id === sessionId) - Number(one.id === sessionId));
    return rows.map((row) => ({ ...row, ...readAgent(row.user_agent), current: row.id === sessionId }));
  },

  'auth.auth/revokeSession': async ({ db, admin, note }, { id, all }) => {
    const { id: adminId, sessionId } = admin as SignedIn;
    if (!id && !all) throw new InvalidInput({ id: { key: 'field_required' } });
    const own = db.deleteFrom('session').where('admin_id', '=', adminId);
    const ended = await (all ? own.where('id', '<>', sessionId) : own.where('id', '=', id ?? 0))
      .returning('id')
      .execute();
    if (!all && ended.length === 0) throw new CallError('not_found');
    note({ target: 'admin', target_id: adminId });
    return undefined;
  },
} satisfies Partial<Handlers>;
