import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string } = columnsFor(db);
  await db.schema.alterTable('role').addColumn('columns', string).execute();
  await db.schema
    .alterTable('role')
    .addColumn('own_only', number, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('role').addColumn('field_limits', string).execute();
}
