import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

/** Which changes were made together: operations, and the versions that they left. Most rows belong to no batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { string } = columnsFor(db);
  for (const table of ['operation_log', 'record_version']) {
    await db.schema
      .alterTable(table)
      .addColumn('batch', string, (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`create index ${sql.id(`${table}_batch`)} on ${sql.id(table)} (batch) where batch <> ''`.execute(db);
  }
}
