import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** From which devices an administrator signs in, and the links by which a session from a new one is ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { string, text, ref } = columnsFor(db);
  const ofAdmin = (name: string) =>
    ref(db.schema.createTable(name), 'admin_id', 'admin', (column) => column.notNull().onDelete('cascade'));

  await text(ofAdmin('known_device'), 'device', 'last_seen')
    .addPrimaryKeyConstraint('known_device_pk', ['admin_id', 'device'] as never[])
    .execute();

  await text(
    ofAdmin('new_session'),
    'token_hash',
    'session_hash',
    'device',
    'ip',
    'user_agent',
    'create_time',
    'expires',
  )
    .addPrimaryKeyConstraint('new_session_pk', ['token_hash'] as never[])
    .execute();
  await db.schema.createIndex('new_session_admin').on('new_session').column('admin_id').execute();

  await db.schema
    .alterTable('session')
    .addColumn('device', string, (column) => column.notNull().defaultTo(''))
    .execute();
}
