import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, int, flag, ref } = columnsFor(db);
  const ofAdmin = (name: string) =>
    ref(db.schema.createTable(name), 'admin_id', 'admin', (column) => column.notNull().onDelete('cascade'));

  // A pending one becomes the factor with the first code of it.
  let totp = text(flag(ofAdmin('totp'), 'pending'), 'secret', 'create_time');
  totp = int(totp, 'last_step', (column) => column.notNull().defaultTo(0));
  await int(totp, 'session_id')
    .addPrimaryKeyConstraint('totp_pk', ['admin_id', 'pending'] as never[])
    .execute();

  await text(flag(ofAdmin('recovery_code'), 'pending'), 'hash')
    .addPrimaryKeyConstraint('recovery_code_pk', ['admin_id', 'hash'] as never[])
    .execute();

  await text(ofAdmin('known_network'), 'network', 'last_seen')
    .addPrimaryKeyConstraint('known_network_pk', ['admin_id', 'network'] as never[])
    .execute();

  await int(text(db.schema.createTable('sms_code'), 'number', 'hash', 'until'), 'guesses', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_code_pk', ['number'] as never[])
    .execute();
}
