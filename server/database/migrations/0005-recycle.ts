import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { columnsFor } from './columns.ts';

const contents = ['article', 'product', 'atlas', 'video', 'down', 'recruitment', 'single', 'message'];
const withColumns = ['column', ...contents];

/** The column with which a record went to the recycle bin, so that it comes back with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number } = columnsFor(db);
  for (const name of withColumns) {
    await db.schema.alterTable(name).addColumn('deleted_with', number).execute();
    await db.schema
      .createIndex(`${name}_deleted_with`)
      .on(name)
      .column('deleted_with')
      .where(sql.ref('deleted_with'), 'is not', sql`null`)
      .execute();
  }
}
