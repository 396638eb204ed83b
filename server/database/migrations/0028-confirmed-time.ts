import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** When the session's administrator last proved to be it. Sessions from before are not confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('confirmed_time', columnsFor(db).string).execute();
}
