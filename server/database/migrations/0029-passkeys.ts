import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

/** Passkeys, and roles that demand a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, ref, text, int, nullableText, number, string } = columnsFor(db);
  let table = ref(id(db.schema.createTable('passkey')), 'admin_id', 'admin', (column) =>
    column.notNull().onDelete('cascade'),
  );
  table = text(table, 'credential_id', 'public_key', 'user_handle', 'origin', 'transports', 'title', 'create_time');
  table = int(table, 'counter', (column) => column.notNull().defaultTo(0));
  await nullableText(table, 'last_used').execute();
  await db.schema.createIndex('passkey_credential').on('passkey').column('credential_id').unique().execute();
  await db.schema.createIndex('passkey_admin').on('passkey').column('admin_id').execute();

  await int(text(db.schema.createTable('passkey_challenge'), 'hash', 'until'), 'session_id')
    .addPrimaryKeyConstraint('passkey_challenge_pk', ['hash'] as never[])
    .execute();

  await db.schema
    .alterTable('role')
    .addColumn('factor', number, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('role').addColumn('factor_days', number).execute();
  await db.schema.alterTable('role').addColumn('factor_since', string).execute();
}
