import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Tokens by which programs call the API. Of each only the SHA-256 is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = columnsFor(db);
  let table = columns.id(db.schema.createTable('program_token'));
  table = columns.ref(table, 'admin_id', 'admin', (column) => column.notNull().onDelete('cascade'));
  table = columns.ref(table, 'role_id', 'role', (column) => column.notNull().onDelete('cascade'));
  table = columns.text(table, 'title', 'token_hash', 'create_time', 'expires');
  table = columns.nullableText(
    columns.int(table, 'per_minute', (column) => column.notNull()),
    'last_used',
  );
  await table.execute();
  await db.schema.createIndex('program_token_hash').on('program_token').column('token_hash').unique().execute();
  await db.schema.createIndex('program_token_admin').on('program_token').column('admin_id').execute();
}
