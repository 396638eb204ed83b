import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** When old rows of the logs were looked for last, and since when the clock has gone on evenly between two such times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text } = columnsFor(db);
  await int(text(db.schema.createTable('log_cleaning'), 'last', 'even_since'), 'id', (made) =>
    made.primaryKey(),
  ).execute();
}
