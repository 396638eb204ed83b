import type { Kysely } from 'kysely';

/** A form asks for the file behind an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('media_url').on('media').column('url').execute();
}
