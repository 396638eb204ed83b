import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, system, number, string } = columnsFor(db);

  await system(text(id(db.schema.createTable('config_group')), 'title', 'ident', 'kind')).execute();
  await db.schema.createIndex('config_group_ident').on('config_group').column('ident').unique().execute();

  const item = db.schema.alterTable('config_item');
  await item.addColumn('groupId', number, (column) => column.references('config_group.id')).execute();
  for (const name of ['zh_name', 'options', 'tip', 'create_time', 'update_time'])
    await item.addColumn(name, string, (column) => column.notNull().defaultTo('')).execute();
  await item.addColumn('type', string, (column) => column.notNull().defaultTo('text')).execute();
  await item.addColumn('sort', number, (column) => column.notNull().defaultTo(0)).execute();
  await item.addColumn('version', number, (column) => column.notNull().defaultTo(1)).execute();
}
