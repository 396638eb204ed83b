import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, flag, system, number } = columnsFor(db);
  const made = text(
    id(db.schema.createTable('template')),
    'title',
    'ident',
    'type',
    'model',
    'device',
    'path',
    'thumb',
  );
  await system(flag(flag(made, 'is_use'), 'found', 1)).execute();
  await db.schema.createIndex('template_ident').on('template').column('ident').unique().execute();
  for (const name of ['list_template', 'detail_template'])
    await db.schema
      .alterTable('column')
      .addColumn(name, number, (column) => column.references('template.id'))
      .execute();
}
