import type { Secrets } from '../core/secrets.ts';
import type { Db } from '../database/tables.ts';
import { randomWord } from './password.ts';

const many = 10;
const length = 10;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Replaces the recovery codes of the same state (pending or active) by ten new ones. Only their keyed hashes are stored. */
export async function makeRecoveryCodes(db: Db, secrets: Secrets, adminId: number, pending: 0 | 1): Promise<string[]> {
  const codes = Array.from({ length: many }, () => randomWord(letters, length));
  await removeRecoveryCodes(db, adminId, pending);
  const rows = codes.map((code) => ({ admin_id: adminId, pending, hash: hashOf(secrets, code) }));
  await db.insertInto('recovery_code').values(rows).execute();
  return codes.map((code) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`);
}

export async function takeRecoveryCode(db: Db, secrets: Secrets, adminId: number, code: string): Promise<boolean> {
  const typed = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  const used = await db
    .deleteFrom('recovery_code')
    .where('admin_id', '=', adminId)
    .where('pending', '=', 0)
    .where('hash', '=', hashOf(secrets, typed))
    .executeTakeFirst();
  return Number(used.numDeletedRows) === 1;
}

export async function recoveryCodesLeft(db: Db, adminId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll().as('n'))
    .where('admin_id', '=', adminId)
    .where('pending', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(n);
}

const hashOf = (secrets: Secrets, code: string) => secrets.hmac('recovery code', code);

/** @param pending 1: those that were shown with a factor that is not confirmed yet */
export async function removeRecoveryCodes(db: Db, adminId: number, pending: 0 | 1): Promise<void> {
  await db.deleteFrom('recovery_code').where('admin_id', '=', adminId).where('pending', '=', pending).execute();
}
