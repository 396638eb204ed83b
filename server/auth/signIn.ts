import type { CredentialJson } from '../../contract/calls/auth.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { CallError, InvalidInput, tooMany } from '../core/errors.ts';
import { phoneNumberOf } from '../core/textFormats.ts';
import type { Db } from '../database/tables.ts';
import type { AppServices, RequestInfo, SideEffects } from '../engine/callContext.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { factorsOf, lockFactors, takeFactor } from './factors.ts';
import { deviceKey, rememberDevice } from './knownDevices.ts';
import { type Limit, takeAttempt } from './limits.ts';
import { notifyNewDevice } from './newDeviceNotice.ts';
import { takePasskey } from './passkeys.ts';
import { verifyPassword } from './password.ts';
import { startSession } from './session.ts';
import { rememberSuccess, type SignInAttempt, takePeerAttempt, takeSignIn, undoAttempt } from './signInThrottle.ts';
import { adminWithNumber, assertGateway, takeCode } from './smsCodes.ts';

type Session = { token: string; expires: string };
/** An administrator, with the hash of the right password if one was used. */
type Known = { id: number; username: string; password?: string };

/** Limits guesses of second-factor codes by whoever has the password. Nobody else can lock the account by these. */
const codes: Limit = { most: 10, seconds: 15 * 60 };
const codesOfDay: Limit = { most: 50, seconds: 24 * 3600 };

/** `device` is what the client says of its device. */
type SignInContext = AppServices & RequestInfo & SideEffects & { device?: string | undefined };

interface Credentials {
  username: string;
  password: string;
  verify?: string | undefined;
  passkey?: CredentialJson | null | undefined;
}

/**
 * @throws CallError `login_failed`, `login_slowed`, `code_needed`, `passkey_refused`, `too_many`
 * @throws InvalidInput at `verify`
 */
export async function signInByPassword(
  context: SignInContext,
  { username, password, verify = '', passkey }: Credentials,
): Promise<Session> {
  const { database, secrets, ip } = context;
  const started = performance.now();
  const attempt = await takeSignIn(database, secrets, username, ip);
  const admin = await database.db
    .selectFrom('admin')
    .select(['id', 'username', 'password', 'status'])
    .where('username', '=', username)
    .executeTakeFirst();
  // An unknown user name is masked, because people type passwords into that field by mistake.
  const params = { username: admin ? username : maskedValue, password, verify };
  const matches = await verifyPassword(admin?.password, password);
  if (!matches || admin?.status !== 1) {
    await database.transaction((db) => logOperation(db, { ...context, admin: null }, { params, started }, [], 0));
    throw attempt.slowed ? tooMany(attempt.slowed, 'login_slowed') : new CallError('login_failed');
  }

  const factors = await factorsOf(database.db, admin.id);
  const isTwofold = factors.length > 0;
  if (isTwofold && verify === '' && !passkey) {
    await undoAttempt(database, attempt);
    throw codeNeeded(factors);
  }
  if (isTwofold) await takeAttempt(database, codeLimits(admin.id, attempt));
  const session = await database.transaction(async (db) => {
    await lockFactors(db, admin.id);
    if (isTwofold && !(await takeFactor(db, context, admin.id, { verify, passkey }))) {
      await logOperation(db, { ...context, admin: null }, { params, started }, [about(admin)], 0);
      return undefined;
    }
    if (isTwofold) await forgetCodes(db, admin.id, attempt);
    // The second factor may have been turned on since the check.
    else await assertNoFactor(db, admin.id);
    return open(db, context, admin, { params, started });
  });
  if (session) return session;
  throw passkey
    ? new CallError('passkey_refused')
    : new InvalidInput({ verify: { key: 'verify_wrong' } }, 'verify_wrong');
}

const codeNeeded = (factors: string[]) => new CallError('code_needed', {}, { factors });

async function assertNoFactor(db: Db, adminId: number): Promise<void> {
  const factors = await factorsOf(db, adminId);
  if (factors.length > 0) throw codeNeeded(factors);
}

/**
 * Signs in by a passkey alone, which tells whose it is.
 * @throws CallError `passkey_refused`, `login_failed`, `too_many`
 */
export async function signInByPasskey(context: SignInContext, passkey: CredentialJson): Promise<Session> {
  const { database, ip } = context;
  const started = performance.now();
  await takePeerAttempt(database, ip);
  const session = await database.transaction(async (db) => {
    const owner = await takePasskey(db, context, passkey);
    if (owner !== undefined) {
      const admin = await db
        .selectFrom('admin')
        .select(['id', 'username'])
        .where('id', '=', owner)
        .executeTakeFirstOrThrow();
      return open(db, context, admin, { params: { username: admin.username }, started });
    }
    await logOperation(db, { ...context, admin: null }, { params: {}, started }, [], 0);
    return undefined;
  });
  if (!session) throw new CallError('passkey_refused');
  return session;
}

/** @throws CallError `sms_unavailable`, `sms_totp` if the second factor is on, `too_many`; InvalidInput at `verify` */
export async function signInBySms(
  context: SignInContext,
  { username, verify = '' }: { username: string; verify?: string | undefined },
): Promise<Session> {
  const { database, secrets, ip } = context;
  if (verify === '') throw new InvalidInput({ verify: { key: 'field_required' } });
  await assertGateway(context);
  const started = performance.now();
  const number = phoneNumberOf(username);
  await takePeerAttempt(database, ip);
  const outcome = await database.transaction(async (db) => {
    const isRight = await takeCode(db, secrets, number, { code: verify.trim(), ip });
    const known = await adminWithNumber(db, number);
    const admin = isRight ? known : undefined;
    const params = { username: known ? `…${number.slice(-4)}` : maskedValue, verify };
    if (admin) await lockFactors(db, admin.id);
    const isTwofold = admin !== undefined && (await factorsOf(db, admin.id)).length > 0;
    if (admin && !isTwofold) return open(db, context, admin, { params, started });
    await logOperation(db, { ...context, admin: null }, { params, started }, admin ? [about(admin)] : [], 0);
    return isTwofold ? 'twofold' : undefined;
  });
  if (outcome === 'twofold') throw new CallError('sms_totp');
  if (!outcome) throw new InvalidInput({ verify: { key: 'sms_wrong' } }, 'sms_wrong');
  return outcome;
}

/**
 * Opens a session.
 * @throws CallError `login_failed` if the account was disabled, or its password changed, since the comparison
 */
async function open(
  db: Db,
  context: SignInContext,
  admin: Known,
  logged: { params: Record<string, unknown>; started: number },
): Promise<Session> {
  const { secrets, ip, userAgent } = context;
  const { numUpdatedRows } = await db
    .updateTable('admin')
    .set((set) => ({ logintimes: set('logintimes', '+', 1), last_login: toIsoSeconds(new Date()), last_ip: ip }))
    .where('id', '=', admin.id)
    .where('status', '=', 1)
    .$if(admin.password !== undefined, (same) => same.where('password', '=', admin.password as string))
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw new CallError('login_failed');
  await rememberSuccess(db, secrets, admin, ip);
  await logOperation(db, { ...context, admin }, logged, [about(admin)]);
  const device = deviceKey(secrets, context);
  const isKnown = await rememberDevice(db, admin.id, device);
  const session = await startSession(db, admin.id, { ip, userAgent, device });
  if (!isKnown) await notifyNewDevice(db, context, { adminId: admin.id, session: session.token, device });
  return session;
}

const about = ({ id }: Known) => ({ target: 'admin', target_id: id });

/** Each known network has its own count; all others share one. */
const codeKeys = (id: number, { isKnown, network }: SignInAttempt) => {
  const whose = isKnown ? `${id}:${network}` : `${id}`;
  return { window: `totp:${whose}`, day: `totp-day:${whose}` };
};

function codeLimits(id: number, attempt: SignInAttempt): Record<string, Limit> {
  const { window, day } = codeKeys(id, attempt);
  return { [window]: codes, [day]: codesOfDay };
}

async function forgetCodes(db: Db, id: number, attempt: SignInAttempt): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('key', 'in', Object.values(codeKeys(id, attempt)))
    .execute();
}
