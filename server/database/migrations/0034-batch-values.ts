import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Long values that a batch has written to many records, each stored once. `shared` of a version names them by field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { string, text } = columnsFor(db);
  await text(db.schema.createTable('batch_value'), 'batch', 'hash', 'value')
    .addPrimaryKeyConstraint('batch_value_key', ['batch', 'hash'])
    .execute();
  await db.schema
    .alterTable('record_version')
    .addColumn('shared', string, (column) => column.notNull().defaultTo(''))
    .execute();
}
