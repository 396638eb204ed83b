import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Backups that the server makes. `slot`: when a scheduled one was due; `owner` and `beat`: who makes it, and when it last said so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, int, flag } = columnsFor(db);
  const zero = (made: Parameters<typeof int>[0], ...names: string[]) =>
    names.reduce((into, name) => int(into, name, (column) => column.notNull().defaultTo(0)), made);
  const made = text(
    id(db.schema.createTable('backup')),
    ...['state', 'slot', 'name', 'owner', 'beat', 'phase', 'error', 'username', 'create_time', 'end_time'],
  );
  await flag(
    zero(made, 'attempts', 'size', 'row_count', 'file_count', 'secrets', 'left_out', 'in_bucket'),
    'scheduled',
  ).execute();
  await db.schema.createIndex('backup_state').on('backup').columns(['state', 'id']).execute();
}
