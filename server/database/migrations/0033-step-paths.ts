import type { Kysely } from 'kysely';

/** Steps belong to any call that works in steps, no longer to imports alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('import_step')
    .addColumn('path', 'varchar(100)', (column) => column.notNull().defaultTo('base.Transfer/import'))
    .execute();
}
