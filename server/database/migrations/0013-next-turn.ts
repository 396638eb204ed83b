import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

/**
 * The time of an account's next attempt to sign in, in milliseconds since 1970. It was stored as `count` of the rows whose
 * key ends with `:turn`; they last a minute and are not taken over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number } = columnsFor(db);
  await db.schema.alterTable('attempt').addColumn('next_turn', number).execute();
  await sql`delete from attempt where key like '%:turn'`.execute(db);
}
