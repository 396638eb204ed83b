import { login, logout } from '../../contract/calls/auth.ts';
import type { RecentOperation } from '../../contract/calls/console.ts';
import type { Entity } from '../../contract/entity.ts';
import { generic } from '../database/generic.ts';
import type { Db } from '../database/tables.ts';
import type { SignedIn } from '../unit.ts';
import type { Rights } from './rights.ts';

/**
 * The last 10 that succeeded; those of others for whoever may read the operation log.
 * @param seen the entities whose screens the caller has: their records are named
 */
export async function lastOperations(
  db: Db,
  { id }: SignedIn,
  { maySee }: Rights,
  seen: Entity[],
): Promise<RecentOperation[]> {
  let last = db
    .selectFrom('operation_log')
    .select(['id', 'username', 'title', 'target', 'target_id', 'create_time'])
    .where('code', '=', 1)
    // Sign-ins and sign-outs are most of the log, and tell nothing of the site.
    .where('path', 'not in', [login.path, logout.path])
    .orderBy('id', 'desc')
    .limit(10);
  if (!maySee('/operateLog')) last = last.where('admin_id', '=', id);
  const operations = await last.execute();
  const names = new Map<string, string>();
  for (const entity of seen) {
    const ids = operations.flatMap(({ target, target_id }) => (target === entity.name ? (target_id ?? []) : []));
    if (ids.length === 0) continue;
    const records = await generic(db)
      .selectFrom(entity.name)
      .select(['id', entity.label])
      .where('id', 'in', ids)
      .execute();
    for (const record of records as unknown as Record<string, unknown>[])
      names.set(`${entity.name} ${record.id}`, String(record[entity.label] ?? ''));
  }
  return operations.map((operation) => ({
    ...operation,
    name: names.get(`${operation.target} ${operation.target_id}`) ?? '',
  }));
}
