import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** The focal point begins in the middle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string } = columnsFor(db);
  for (const name of ['alt', 'caption', 'credit'])
    await db.schema
      .alterTable('media')
      .addColumn(name, string, (column) => column.notNull().defaultTo(''))
      .execute();
  for (const name of ['focal_x', 'focal_y'])
    await db.schema
      .alterTable('media')
      .addColumn(name, number, (column) => column.notNull().defaultTo(50))
      .execute();
}
