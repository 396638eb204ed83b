import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** By which role a link to a preview was made: a program's is not always its owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('preview_token').addColumn('role_id', columnsFor(db).number).execute();
}
