import { randomInt } from 'node:crypto';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import { networkOf } from '../core/network.ts';
import { isSameHash, type Secrets } from '../core/secrets.ts';
import { dialled, phoneNumberOf } from '../core/textFormats.ts';
import type { Database, Db } from '../database/tables.ts';
import type { AppServices, RequestInfo, SideEffects } from '../engine/callContext.ts';
import { type SmsGateway, signInGateway, smsMinutes } from '../messaging/sms.ts';
import { countAttempts, countOne, type Limit, peerLimits, takeAttempt } from './limits.ts';
import { isKnownNetwork } from './signInThrottle.ts';

const minute = { most: 1, seconds: 60 };
const daySeconds = 24 * 3600;
/** For one number, requested from a network from which its administrator has signed in. */
const known = { most: 10, seconds: daySeconds };
/** For one number, requested from any other network. */
const stranger = { most: 5, seconds: daySeconds };
/** Minutes between messages to a number for all unknown networks together. The last pause applies for the rest of a day. */
const pauses = [1, 5, 30, 120];
const longestPause = Math.max(...pauses);
const perPeer = { most: 20, seconds: 3600 };
/** For messages that are really sent, because they cost money. A third is reserved for known networks. */
const inAll = { most: 300, seconds: 3600 };
const byStrangers = { most: 200, seconds: 3600 };
const maxGuesses = 5;
const lifeMs = smsMinutes * 60_000;

/**
 * Makes a code for a number, and sends it if an enabled administrator has that number. It is sent after the reply, so
 * that neither message nor timing reveals whether one has.
 * @returns the seconds until another may be requested
 * @throws InvalidInput at `mobile`; CallError `sms_unavailable`, `too_many`
 */
export async function requestCode(context: AppServices & RequestInfo & SideEffects, mobile: string): Promise<number> {
  const { database, secrets, ip } = context;
  const gateway = await assertGateway(context);
  const number = dialled(mobile, 'mobile');
  const network = networkOf(ip);
  const owner = await adminWithNumber(database.db, number);
  // The lookup is also made for an unknown number, so that the reply takes equally long.
  const isKnown = await isKnownNetwork(database.db, { id: owner?.id ?? 0 }, network);
  await takeRequest(database, keyOf(secrets, number), ip, isKnown);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await storeCode(
    database,
    [number, `${number} ${network}`].map((origin) => keyOf(secrets, origin)),
    hashOf(secrets, number, code),
  );
  context.later('sms', async () => {
    if (!owner) return;
    await takeAttempt(database, { 'sms-all': inAll, ...(!isKnown && { 'sms-strangers': byStrangers }) });
    await gateway.send(number, code);
  });
  return minute.seconds;
}

/** Strangers use up nothing of the owner's share, however many networks they use. @throws CallError `too_many` */
function takeRequest(database: Database, number: string, ip: string, isKnown: boolean): Promise<void> {
  const limits = { ...peerLimits(`sms-minute:${number}`, ip, minute), ...peerLimits('sms-peer', ip, perPeer) };
  return database.transaction(async (db) => {
    if (isKnown) return countAttempts(db, { ...limits, [`sms-known:${number}:${networkOf(ip)}`]: known });
    const { count } = await countOne(db, `sms-number:${number}`, daySeconds);
    const pause = { most: 1, seconds: 60 * (pauses[count - 1] ?? longestPause) };
    const pauseLimit: Record<string, Limit> = { [`sms-pause:${number}`]: pause };
    await countAttempts(db, { ...limits, ...pauseLimit, ...peerLimits(`sms-day:${number}`, ip, stranger) });
  });
}

/** @throws CallError `sms_unavailable` if SMS sign-in is not configured; no code is then made, sent or accepted */
export async function assertGateway({ database: { db }, secrets, settings }: AppServices): Promise<SmsGateway> {
  const gateway = await signInGateway(db, secrets, settings);
  if (!gateway) throw new CallError('sms_unavailable');
  return gateway;
}

async function storeCode(database: Database, keys: string[], hash: string): Promise<void> {
  const fresh = { hash, guesses: 0, until: isoFromNow(lifeMs) };
  await database.transaction(async (db) => {
    await db
      .deleteFrom('sms_code')
      .where((where) =>
        where.or([where('until', '<', isoFromNow(0)), where('until', '>', latestPlausibleTime(lifeMs))]),
      )
      .execute();
    await db
      .insertInto('sms_code')
      .values(keys.map((number) => ({ number, ...fresh })))
      .onConflict((conflict) => conflict.column('number').doUpdateSet(fresh))
      .execute();
  });
}

/** The only enabled administrator with a number; none if several have it in different formats. */
export async function adminWithNumber(db: Db, number: string): Promise<{ id: number; username: string } | undefined> {
  const admins = await db
    .selectFrom('admin')
    .select(['id', 'username', 'mobile'])
    .where('status', '=', 1)
    .where('mobile', '<>', '')
    .execute();
  const found = admins.filter(({ mobile }) => phoneNumberOf(mobile) === number);
  return found.length === 1 ? found[0] : undefined;
}

/** Uses up a right code, or one of five guesses. Each network has its copy, so that others' guesses cannot spoil it. */
export async function takeCode(
  db: Db,
  secrets: Secrets,
  number: string,
  { code, ip }: { code: string; ip: string },
): Promise<boolean> {
  const hash = hashOf(secrets, number, code);
  const keys = [number, `${number} ${networkOf(ip)}`].map((origin) => keyOf(secrets, origin));
  let isRight = false;
  for (const key of keys) isRight = (await guess(db, key, hash)) || isRight;
  if (isRight) await db.deleteFrom('sms_code').where('number', 'in', keys).execute();
  return isRight;
}

async function guess(db: Db, key: string, hash: string): Promise<boolean> {
  // A simultaneous request waits for this row, and then finds it deleted or with one more guess.
  const stored = await db
    .updateTable('sms_code')
    .set((set) => ({ guesses: set('guesses', '+', 1) }))
    .where('number', '=', key)
    .where('until', '>', isoFromNow(0))
    .where('until', '<=', latestPlausibleTime(lifeMs))
    .where('guesses', '<', maxGuesses)
    .returning('hash')
    .executeTakeFirst();
  return isSameHash(stored?.hash ?? '', hash);
}

const keyOf = (secrets: Secrets, origin: string) => secrets.hmac('sms number', origin);
const hashOf = (secrets: Secrets, number: string, code: string) => secrets.hmac('sms code', `${number} ${code}`);
