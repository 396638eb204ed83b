import { Secret, TOTP } from 'otpauth';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Db } from '../database/tables.ts';
import type { SignedIn } from '../engine/callContext.ts';
import { makeRecoveryCodes, removeRecoveryCodes, takeRecoveryCode } from './recoveryCodes.ts';

const period = 30;
const secretBytes = 20;
/** `secrets` seals TOTP secrets for this purpose. */
export const totpPurpose = 'totp';
const beginsForMs = 30 * 60_000;

const activeFactor = (db: Db, adminId: number) =>
  db.selectFrom('totp').select('secret').where('admin_id', '=', adminId).where('pending', '=', 0).executeTakeFirst();

export const hasTotp = async (db: Db, adminId: number) => (await activeFactor(db, adminId)) !== undefined;

const stepNow = () => Math.floor(Date.now() / 1000 / period);

/** Returns the time step of a code, at most one away from now; undefined if the code is wrong. */
function stepOf(secret: string, code: string): number | undefined {
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period }).validate({ token: code, window: 1 });
  return delta === null ? undefined : stepNow() + delta;
}

/** Uses up a second-factor code or a recovery code. No code is accepted twice. */
export async function takeFactorCode(db: Db, secrets: Secrets, adminId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return takeRecoveryCode(db, secrets, adminId, code);
  const stored = await activeFactor(db, adminId);
  const secret = stored && secrets.open(totpPurpose, stored.secret);
  const step = secret && stepOf(secret, code);
  if (!step) return false;
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('admin_id', '=', adminId)
    .where('pending', '=', 0)
    // A step in the future was stored by a clock that was ahead.
    .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', stepNow() + 1)]))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** @throws InvalidInput at `code` */
export async function assertFactorCode(db: Db, secrets: Secrets, adminId: number, code = ''): Promise<void> {
  if (code === '') throw new InvalidInput({ code: { key: 'field_required' } });
  if (!(await takeFactorCode(db, secrets, adminId, code))) throw new InvalidInput({ code: { key: 'verify_wrong' } });
}

/** Creates a secret and recovery codes, which are shown only now. They become active with the first code. */
export async function beginTotp(
  db: Db,
  secrets: Secrets,
  { id, username, sessionId }: SignedIn,
  issuer: string,
): Promise<{ uri: string; recovery: string[] }> {
  const secret = new Secret({ size: secretBytes });
  await db.deleteFrom('totp').where('admin_id', '=', id).where('pending', '=', 1).execute();
  const sealed = secrets.seal(totpPurpose, secret.base32);
  await db
    .insertInto('totp')
    .values({ admin_id: id, pending: 1, secret: sealed, session_id: sessionId, create_time: isoFromNow(0) })
    .execute();
  const recovery = await makeRecoveryCodes(db, secrets, id, 1);
  return { uri: new TOTP({ issuer, label: username, secret, period }).toString(), recovery };
}

/** Replaces an older factor. @throws InvalidInput at `code`; CallError `totp_not_begun` */
export async function confirmTotp(db: Db, secrets: Secrets, { id, sessionId }: SignedIn, code = ''): Promise<void> {
  const begun = await db
    .selectFrom('totp')
    .select('secret')
    .where('admin_id', '=', id)
    .where('pending', '=', 1)
    .where('session_id', '=', sessionId)
    .where('create_time', '>', isoFromNow(-beginsForMs))
    .where('create_time', '<=', latestPlausibleTime())
    .executeTakeFirst();
  const secret = begun && secrets.open(totpPurpose, begun.secret);
  if (!secret) throw new CallError('totp_not_begun');
  const step = stepOf(secret, code.replace(/\s/g, ''));
  if (!step) throw new InvalidInput({ code: { key: 'verify_wrong' } });
  await removeTotp(db, id, 0);
  await removeRecoveryCodes(db, id, 0);
  await db.updateTable('totp').set({ pending: 0, last_step: step }).where('admin_id', '=', id).execute();
  await db.updateTable('recovery_code').set({ pending: 0 }).where('admin_id', '=', id).execute();
}

/** @param pending 1 for a factor that was begun and not confirmed */
export async function removeTotp(db: Db, adminId: number, pending: 0 | 1): Promise<void> {
  await db.deleteFrom('totp').where('admin_id', '=', adminId).where('pending', '=', pending).execute();
}

export const isTotpReadable = (secrets: Secrets, sealed: string) => secrets.open(totpPurpose, sealed) !== undefined;
