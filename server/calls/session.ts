import { CallError, InvalidInput } from '../errors.ts';
import { livingSessions } from '../plugins/session.ts';
import { readAgent } from '../services/userAgent.ts';
import type { Handlers, SignedIn } from '../unit.ts';

export const sessionHandlers = {
  'auth.auth/sessions': async ({ db, admin }) => {
    const { id, sessionId } = admin as SignedIn;
    const rows = await livingSessions(db, id)
      .select(['id', 'ip', 'user_agent', 'create_time', 'last_seen'])
      .orderBy((select) => select.case().when('id', '=', sessionId).then(0).else(1).end())
      .orderBy('last_seen', 'desc')
      .orderBy('id', 'desc')
      .execute();
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
