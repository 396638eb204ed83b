import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

/**
 * Adds the token of the program that made something, which is empty if its owner made it. Tokens end, and what they
 * made stays. Tokens of disabled accounts are deleted, since enabling an account no longer brings them back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number } = columnsFor(db);
  await db.schema.alterTable('working_copy').addColumn('token_id', number).execute();
  await db.schema.alterTable('working_copy').addColumn('live_token_id', number).execute();
  await db.schema.alterTable('preview_token').addColumn('token_id', number).execute();
  await sql`delete from program_token where admin_id in (select id from admin where status <> 1)`.execute(db);
}
