import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Adds the role with which a preview link was made, because a program's role is not always its owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('preview_token').addColumn('role_id', columnsFor(db).number).execute();
}
