import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, int, ref } = columnsFor(db);

  const preference = ref(db.schema.createTable('preference'), 'admin_id', 'admin', (column) =>
    column.notNull().onDelete('cascade'),
  );
  await text(preference, 'name', 'value', 'update_time')
    .addPrimaryKeyConstraint('preference_pk', ['admin_id', 'name'] as never[])
    .execute();

  let visitor = text(id(db.schema.createTable('visitor_log')), 'ip', 'region', 'url', 'title', 'referer', 'keyword');
  visitor = int(text(visitor, 'os', 'browser', 'device', 'create_time'), 'user_id');
  await int(visitor, 'duration', (column) => column.notNull().defaultTo(0)).execute();

  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index('visitor_log_time', 'visitor_log', 'create_time', 'device', 'ip');
  await index('operation_log_touched', 'operation_log', 'target', 'create_time', 'code', 'target_id');
  await index('operation_log_admin', 'operation_log', 'admin_id', 'id');
  await index('article_status_order', 'article', 'deleted_at', 'status', 'sort', 'id desc');
  await index('article_title', 'article', 'deleted_at', 'title');
}
