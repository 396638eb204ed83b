import type { Db } from '../database/tables.ts';

/** Ends an administrator's sessions, except the given one. */
export async function endSessions(db: Db, adminId: number, except = 0): Promise<void> {
  await db.deleteFrom('session').where('admin_id', '=', adminId).where('id', '<>', except).execute();
}
