import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** How many writes a session has committed: a replica that shows the number has all that the session wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number } = columnsFor(db);
  await db.schema
    .alterTable('session')
    .addColumn('writes', number, (column) => column.notNull().defaultTo(1))
    .execute();
}
