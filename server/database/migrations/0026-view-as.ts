import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Whose console a session looks at: an administrator's, or that of anyone with a role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number } = columnsFor(db);
  for (const name of ['view_admin', 'view_role'])
    await db.schema.alterTable('session').addColumn(name, number).execute();
}
