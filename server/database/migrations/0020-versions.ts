import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/**
 * `changes` holds the changed fields, or the whole record where `base` is `n`: a version's record is what stands at its
 * `base`, with the changes since. `changes` is last, so that a list of versions does not read it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string, id, text } = columnsFor(db);
  await text(
    text(id(db.schema.createTable('record_version')), 'entity')
      .addColumn('record_id', number, (column) => column.notNull())
      .addColumn('n', number, (column) => column.notNull())
      .addColumn('base', number, (column) => column.notNull())
      .addColumn('admin_id', number)
      .addColumn('published', number, (column) => column.notNull()),
    ...['event', 'username', 'path', 'words', 'create_time', 'fields'],
  )
    .addColumn('changes', string, (column) => column.notNull())
    .execute();
  const key = ['entity', 'record_id', 'n', 'base'];
  await db.schema.createIndex('record_version_key').on('record_version').columns(key).unique().execute();
  await db.schema
    .createIndex('record_version_time')
    .on('record_version')
    .columns(['create_time', 'entity', 'record_id'])
    .execute();
  // The local day's end up to which old versions are thinned out, in a single row.
  await text(db.schema.createTable('version_thinning'), 'until').execute();
}
