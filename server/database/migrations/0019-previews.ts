import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Links by which the site shows what is not published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string, text } = columnsFor(db);
  await text(
    db.schema.createTable('preview_token').addColumn('token_hash', string, (column) => column.primaryKey()),
    'entity',
    'expires',
  )
    .addColumn('record_id', number, (column) => column.notNull())
    .addColumn('admin_id', number, (column) => column.notNull())
    .execute();
}
