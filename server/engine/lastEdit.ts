import { type Db, generic } from '../database/tables.ts';

/** From the operation log. `since` is the earliest time to look at, so that a long log is not read completely. */
export async function lastEdit(
  db: Db,
  target: string,
  { id, since }: { id?: number; since?: string } = {},
): Promise<{ username: string; time: string } | null> {
  let found = generic(db)
    .selectFrom('operation_log')
    .select(['username', 'create_time'])
    .where('target', '=', target)
    .where('code', '=', 1);
  if (id !== undefined) found = found.where('target_id', '=', id);
  if (since !== undefined) found = found.where('create_time', '>=', since);
  const row = await found.orderBy('create_time', 'desc').orderBy('id', 'desc').executeTakeFirst();
  return row ? { username: String(row.username), time: String(row.create_time) } : null;
}
