import { type Kysely, sql } from 'kysely';

const contents = ['article', 'product', 'atlas', 'video', 'down', 'recruitment', 'single'];

/** Tags are counted and found without reading the bodies beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of contents)
    await db.schema
      .createIndex(`${table}_tags`)
      .on(table)
      .columns(['tags', 'deleted_at'])
      .where(sql`tags`, '<>', sql`''`)
      .execute();
}
