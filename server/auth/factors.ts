import type { CredentialJson } from '../../contract/calls/auth.ts';
import { type Db, isPostgres } from '../database/tables.ts';
import type { CallContext } from '../engine/callContext.ts';
import { hasPasskeySql, hasTotpSql } from './accounts.ts';
import { takePasskey } from './passkeys.ts';
import { removeRecoveryCodes } from './recoveryCodes.ts';
import { removeTotp, takeFactorCode } from './totp.ts';

export type Factor = 'totp' | 'passkey';

/** The second factors of an administrator; with any of them a password alone is not enough. */
export async function factorsOf(db: Db, adminId: number): Promise<Factor[]> {
  const found = await db
    .selectFrom('admin')
    .where('admin.id', '=', adminId)
    .select([hasTotpSql.as('totp'), hasPasskeySql.as('passkey')])
    .executeTakeFirst();
  return (['totp', 'passkey'] as const).filter((factor) => Boolean(found?.[factor]));
}

/**
 * A first factor and a sign-in that needs none come one after the other: on PostgreSQL each would else see the time before the other.
 */
export async function lockFactors(db: Db, adminId: number): Promise<void> {
  // On SQLite a transaction is the only writer anyway.
  if (isPostgres(db)) await db.selectFrom('admin').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
}

/** Uses up a code, a recovery code or the answer of a passkey. */
export async function takeFactor(
  db: Db,
  context: Pick<CallContext, 'origin' | 'secrets' | 'warn'>,
  adminId: number,
  { verify, passkey }: { verify: string; passkey?: CredentialJson | null | undefined },
): Promise<boolean> {
  if (passkey) return (await takePasskey(db, context, passkey)) === adminId;
  return takeFactorCode(db, context.secrets, adminId, verify);
}

/** Turns codes off. Recovery codes stay while there are passkeys. */
export async function endTotp(db: Db, adminId: number): Promise<void> {
  for (const pending of [0, 1] as const) await removeTotp(db, adminId, pending);
  await removeRecoveryCodes(db, adminId, 1);
  await endRecoveryIfLast(db, adminId);
}

export async function removePasskey(db: Db, adminId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .executeTakeFirst();
  await endRecoveryIfLast(db, adminId);
  return Number(numDeletedRows) === 1;
}

/** All of them. @returns which there were */
export async function endFactors(db: Db, adminId: number): Promise<Factor[]> {
  const factors = await factorsOf(db, adminId);
  await db.deleteFrom('passkey').where('admin_id', '=', adminId).execute();
  await endTotp(db, adminId);
  return factors;
}

async function endRecoveryIfLast(db: Db, adminId: number): Promise<void> {
  if ((await factorsOf(db, adminId)).length === 0) await removeRecoveryCodes(db, adminId, 0);
}
