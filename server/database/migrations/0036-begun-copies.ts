import { type Kysely, sql } from 'kysely';

/** Working copies of records that are not saved yet are counted and found in an index, because their values may be long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index working_copy_begun on working_copy (admin_id, entity, token_id, update_time)
    where record_id is null`.execute(db);
}
