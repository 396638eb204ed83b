import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

const withSlug = ['article', 'product', 'atlas', 'video', 'down', 'recruitment'];

/** Records that are there have no slug until they are saved: it takes a dictionary to make one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, number, string } = columnsFor(db);
  const addText = (table: string, name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, string, (column) => column.notNull().defaultTo(''))
      .execute();
  for (const table of [...withSlug, 'single']) await addText(table, 'share_img');
  for (const table of withSlug) {
    await addText(table, 'slug');
    await db.schema
      .createIndex(`${table}_col_id_slug`)
      .on(table)
      .columns(['col_id', 'slug'])
      .unique()
      .where(sql.ref('slug'), '<>', sql`''`)
      .where(sql.ref('deleted_at'), 'is', sql`null`)
      .execute();
  }
  await id(db.schema.createTable('old_slug'))
    .addColumn('entity', string, (column) => column.notNull())
    .addColumn('col_id', number, (column) => column.notNull())
    .addColumn('slug', string, (column) => column.notNull())
    .addColumn('record_id', number, (column) => column.notNull())
    .addColumn('create_time', string, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('old_slug_place').on('old_slug').columns(['entity', 'col_id', 'slug']).unique().execute();
  await db.schema.createIndex('old_slug_record').on('old_slug').columns(['entity', 'record_id']).execute();
}
