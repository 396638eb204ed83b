import type { Kysely } from 'kysely';

/** Adds a table of steps that undo an import, which is empty while none is under way. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('import_step')
    .addColumn('run', 'varchar(200)', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('owner', 'varchar(300)', (column) => column.notNull())
    .addColumn('entity', 'varchar(60)', (column) => column.notNull())
    .addColumn('undo', 'text', (column) => column.notNull())
    .addColumn('create_time', 'varchar(20)', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_step_key', ['run', 'n'])
    .execute();
}
