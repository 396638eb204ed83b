import { setTimeout as pause } from 'node:timers/promises';
import { lockSeconds } from '../../contract/entities/admin.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { tooMany } from '../core/errors.ts';
import { networkOf } from '../core/network.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Database, Db } from '../database/tables.ts';
import { countAttempts, countOne, giveBack, type Limit, peerLimits } from './limits.ts';

const perPeer: Limit = { most: 30, seconds: lockSeconds };
const atOnce = 10; // attempts of an account per window before new networks are slowed
const perNetwork: Limit = { most: 3, seconds: lockSeconds }; // for each new network from then on
const longestWaitMs = 4000; // in milliseconds; a client waits for 6 seconds
const paceMs = (attempts: number) => (attempts <= 40 ? 1000 : attempts <= 80 ? 2000 : longestWaitMs);
const knownForMs = 30 * 24 * 3600_000;
const maxKnown = 50;

export interface SignInAttempt {
  ip: string;
  network: string;
  /** The administrator signed in from this network recently, so the account's limit does not apply. */
  isKnown: boolean;
  /** 0, or the seconds until the next attempt, if the account had too many attempts and this one had to wait. */
  slowed: number;
  account: string;
}

/**
 * Counts an attempt. If the account has had too many, attempts from new networks wait and run one after another, one to
 * four seconds apart, so that the right password still succeeds. Nothing here reveals whether the account exists.
 * @throws CallError `too_many` if the peer has used up its attempts, or too many are waiting
 */
export async function takeSignIn(
  database: Database,
  secrets: Secrets,
  username: string,
  ip: string,
): Promise<SignInAttempt> {
  const network = networkOf(ip);
  const account = accountKey(secrets, username);
  const { waitMs, ...attempt } = await database.transaction(async (db) => {
    await countAttempts(db, ofPeer(ip));
    const isKnown = await isKnownNetwork(db, { username }, network);
    if (isKnown) return { isKnown, slowed: 0, waitMs: 0 };
    const { count, until } = await countOne(db, account, lockSeconds);
    if (count === atOnce)
      await db.updateTable('admin').set({ locked_until: until }).where('username', '=', username).execute();
    if (count <= atOnce) return { isKnown, slowed: 0, waitMs: 0 };
    return { isKnown, ...(await takeTurn(db, account, ip, paceMs(count))) };
  });
  if ('refused' in attempt && attempt.refused) throw tooMany(attempt.refused);
  if (waitMs > 0) await pause(waitMs);
  return { ip, network, account, isKnown: attempt.isKnown, slowed: attempt.slowed };
}

async function takeTurn(db: Db, account: string, ip: string, pace: number) {
  const limits = peerLimits(account, ip, perNetwork);
  const waits = { refused: 0, isLast: 0 };
  for (const [key, { most, seconds }] of Object.entries(limits)) {
    const { count, wait } = await countOne(db, key, seconds);
    if (count > most) waits.refused = Math.max(waits.refused, wait);
    if (count === most) waits.isLast = Math.max(waits.isLast, wait);
  }
  if (waits.refused) return { slowed: 0, waitMs: 0, refused: waits.refused };
  const now = Date.now();
  const key = `${account}:turn`;
  const until = toIsoSeconds(new Date(now + 60_000));
  const { next_turn } = await db
    .insertInto('attempt')
    .values({ key, count: 0, until, next_turn: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
    .returning('next_turn')
    .executeTakeFirstOrThrow();
  // A turn further away than two waits was stored by a clock that was ahead.
  const stored = Number(next_turn);
  const turn = stored > now + 2 * longestWaitMs ? now : Math.max(now, stored);
  const waitMs = turn - now;
  if (waitMs > longestWaitMs) {
    for (const each of Object.keys(limits)) await giveBack(db, each);
    return { slowed: 0, waitMs: 0, refused: Math.ceil((waitMs - longestWaitMs) / 1000) };
  }
  await db
    .updateTable('attempt')
    .set({ next_turn: turn + pace })
    .where('key', '=', key)
    .execute();
  return { slowed: waits.isLast || Math.ceil(pace / 1000), waitMs };
}

/** Counts an attempt by SMS, which has its own limits in addition to the peer's. */
export function takePeerAttempt(database: Database, ip: string): Promise<void> {
  return database.transaction((db) => countAttempts(db, ofPeer(ip)));
}

/** Takes the attempt back, because the password was right and a code is requested. */
export function undoAttempt(database: Database, { account, ip, isKnown }: SignInAttempt): Promise<void> {
  return database.transaction(async (db) => {
    await giveBackPeer(db, ip);
    if (!isKnown) await giveBack(db, account);
  });
}

/** The peer's attempt is taken back, because many people may share one address. */
export async function rememberSuccess(
  db: Db,
  secrets: Secrets,
  { id, username }: { id: number; username: string },
  ip: string,
): Promise<void> {
  await giveBackPeer(db, ip);
  await forgetAttempts(db, secrets, username);
  const last_seen = toIsoSeconds(new Date());
  await db
    .insertInto('known_network')
    .values({ admin_id: id, network: networkOf(ip), last_seen })
    .onConflict((conflict) => conflict.columns(['admin_id', 'network']).doUpdateSet({ last_seen }))
    .execute();
  // Entries from a clock that was ahead are deleted, because they would never become the oldest.
  const ofAdmin = db.deleteFrom('known_network').where('admin_id', '=', id);
  await ofAdmin.where('last_seen', '>', latestPlausibleTime()).execute();
  const newest = db
    .selectFrom('known_network')
    .select('network')
    .where('admin_id', '=', id)
    .orderBy('last_seen', 'desc')
    .limit(maxKnown);
  await ofAdmin.where('network', 'not in', newest).execute();
}

export async function forgetAttempts(db: Db, secrets: Secrets, username: string): Promise<void> {
  const account = accountKey(secrets, username);
  await db
    .deleteFrom('attempt')
    .where((where) => where.or([where('key', '=', account), where('key', 'like', `${account}:%`)]))
    .execute();
  await db.updateTable('admin').set({ locked_until: null }).where('username', '=', username).execute();
}

/** Somebody else may have known the changed password, so only this network stays known, or none. */
export async function forgetNetworks(db: Db, adminId: number, ip?: string): Promise<void> {
  await db
    .deleteFrom('known_network')
    .where('admin_id', '=', adminId)
    .where('network', '<>', ip === undefined ? '' : networkOf(ip))
    .execute();
}

export async function isKnownNetwork(
  db: Db,
  whose: { id: number } | { username: string },
  network: string,
): Promise<boolean> {
  const [column, value] = 'id' in whose ? (['admin.id', whose.id] as const) : (['username', whose.username] as const);
  const found = await db
    .selectFrom('known_network')
    .innerJoin('admin', 'admin.id', 'known_network.admin_id')
    .select('admin.id')
    .where(column, '=', value)
    .where('network', '=', network)
    .where('last_seen', '>', isoFromNow(-knownForMs))
    .where('last_seen', '<=', latestPlausibleTime())
    .executeTakeFirst();
  return found !== undefined;
}

/** A keyed hash, because some people type their password into the name field. */
const accountKey = (secrets: Secrets, username: string) => `login:${secrets.hmac('attempt', username)}`;
const ofPeer = (ip: string) => peerLimits('login-peer', ip, perPeer);
async function giveBackPeer(db: Db, ip: string): Promise<void> {
  for (const key of Object.keys(ofPeer(ip))) await giveBack(db, key);
}
