import { randomInt } from 'node:crypto';
import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Database } from '../database/index.ts';
import type { Db } from '../database/tables.ts';
import { CallError, InvalidInput } from '../errors.ts';
import type { CallContext } from '../unit.ts';
import { takeAttempt } from './limits.ts';
import { networkOf } from './networkOf.ts';
import { isSameHash, type Secrets } from './secrets.ts';
import { signInGateway } from './sms/signInGateway.ts';
import { type SmsGateway, smsMinutes } from './sms/smsGateway.ts';

const minute = { most: 1, seconds: 60 };
const day = { most: 10, seconds: 24 * 3600 };
const perPeer = { most: 20, seconds: 3600 };
/** Of messages that are really sent: they cost money. */
const inAll = { most: 300, seconds: 3600 };
const mostGuesses = 5;

/** A number as it is compared: digits, with `+` and country code where it is not one of mainland China. */
export function numberOf(typed: string): string {
  const digits = typed.replace(/[ ()-]/g, '').replace(/^00/, '+');
  return digits.replace(/^\+86(?=1\d{10}$)/, '');
}

/** A number that a message can go to. @throws InvalidInput at `field` */
export function dialled(typed: string, field: string): string {
  const number = numberOf(typed);
  if (!/^\+?\d{5,20}$/.test(number)) throw new InvalidInput({ [field]: { key: 'format_phone' } });
  return number;
}

/**
 * Makes a code for a number and sends it where an enabled administrator has that number: after the reply, so that
 * neither its words nor its time tell whether one has.
 * @returns the seconds until another may be asked for
 * @throws InvalidInput at `mobile`; CallError `sms_unavailable`, `too_many`
 */
export async function requestCode(context: CallContext, mobile: string): Promise<number> {
  const { database, secrets, ip } = context;
  const gateway = await assertGateway(context);
  const number = dialled(mobile, 'mobile');
  const key = keyOf(secrets, number);
  const limits = { [`sms-minute:${key}`]: minute, [`sms-day:${key}`]: day, [`sms-peer:${networkOf(ip)}`]: perPeer };
  await takeAttempt(database, limits);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await keepCode(database, { number: key, hash: hashOf(secrets, number, code) });
  context.later('sms', () => deliver(database, gateway, number, code));
  return minute.seconds;
}

/** @throws CallError `sms_unavailable` where nobody can sign in by SMS: no code is made, sent or taken */
export async function assertGateway({ db, secrets, settings }: CallContext): Promise<SmsGateway> {
  const gateway = await signInGateway(db, secrets, settings);
  if (!gateway) throw new CallError('sms_unavailable');
  return gateway;
}

/** The last code of a number kills the one before. */
async function keepCode(database: Database, code: { number: string; hash: string }): Promise<void> {
  const now = Date.now();
  const fresh = { hash: code.hash, guesses: 0, until: toIsoSeconds(new Date(now + smsMinutes * 60_000)) };
  await database.transaction(async (db) => {
    await db
      .deleteFrom('sms_code')
      .where('until', '<', toIsoSeconds(new Date(now)))
      .execute();
    await db
      .insertInto('sms_code')
      .values({ number: code.number, ...fresh })
      .onConflict((conflict) => conflict.column('number').doUpdateSet(fresh))
      .execute();
  });
}

async function deliver(database: Database, gateway: SmsGateway, number: string, code: string): Promise<void> {
  if (!(await adminWithNumber(database.db, number))) return;
  await takeAttempt(database, { 'sms-all': inAll });
  await gateway.send(number, code);
}

/** The one enabled administrator with a number; none where several have it, written in different ways. */
export async function adminWithNumber(db: Db, number: string): Promise<{ id: number; username: string } | undefined> {
  const admins = await db
    .selectFrom('admin')
    .select(['id', 'username', 'mobile'])
    .where('status', '=', 1)
    .where('mobile', '<>', '')
    .execute();
  const found = admins.filter(({ mobile }) => numberOf(mobile) === number);
  return found.length === 1 ? found[0] : undefined;
}

/** Whether this is the number's living code; it is used up by that, and a wrong one is one of five guesses. */
export async function takeCode(db: Db, secrets: Secrets, number: string, code: string): Promise<boolean> {
  const key = keyOf(secrets, number);
  // Whoever comes at the same moment waits for this row, and then finds it gone or guessed once more.
  const kept = await db
    .updateTable('sms_code')
    .set((set) => ({ guesses: set('guesses', '+', 1) }))
    .where('number', '=', key)
    .where('until', '>', toIsoSeconds(new Date()))
    .where('guesses', '<', mostGuesses)
    .returning('hash')
    .executeTakeFirst();
  const isRight = isSameHash(kept?.hash ?? '', hashOf(secrets, number, code));
  if (isRight) await db.deleteFrom('sms_code').where('number', '=', key).execute();
  return isRight;
}

const keyOf = (secrets: Secrets, number: string) => secrets.hmac('sms number', number);
const hashOf = (secrets: Secrets, number: string, code: string) => secrets.hmac('sms code', `${number} ${code}`);
