import { type Kysely, sql } from 'kysely';

/** A batch is read from its last version down, so its index is in that order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index record_version_batch`.execute(db);
  await sql`create index record_version_batch on record_version (batch, id) where batch <> ''`.execute(db);
}
