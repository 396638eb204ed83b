import type { Call } from '../../contract/call.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { latestPlausibleTime } from '../core/clock.ts';
import { tooMany } from '../core/errors.ts';
import { networksOf } from '../core/network.ts';
import type { Database, Db } from '../database/tables.ts';

/** At most `most` attempts in `seconds`. The database counts them, so that all processes count together. */
export interface Limit {
  most: number;
  seconds: number;
}

export const peerLimits = (name: string, ip: string, { most, seconds }: Limit): Record<string, Limit> =>
  Object.fromEntries(
    networksOf(ip).map((network) => [`${name}:${network.name}`, { most: most * network.share, seconds }]),
  );

const perAccount: Limit = { most: 10, seconds: 15 * 60 };
const perAccountAndDay: Limit = { most: 50, seconds: 24 * 3600 };

/**
 * Limits an administrator's attempts at `throttled` calls. Those of the account count together, because each tells
 * whether a password or code is right.
 */
export function attemptLimits({ path }: Pick<Call, 'path'>, adminId: number): Record<string, Limit> {
  const what = path.startsWith('auth.auth/') ? 'proof' : path;
  return { [`${what}:${adminId}`]: perAccount, [`${what}:${adminId}:day`]: perAccountAndDay };
}

/** Counts an attempt. A refused one is counted under no key. @throws CallError `too_many` with the seconds to wait */
export function takeAttempt(database: Database, limits: Record<string, Limit>): Promise<void> {
  return database.transaction((db) => countAttempts(db, limits));
}

/** Counts an attempt within a transaction, which must be rolled back if this throws. */
export async function countAttempts(db: Db, limits: Record<string, Limit>): Promise<void> {
  const waits: number[] = [];
  for (const [key, { most, seconds }] of Object.entries(limits)) {
    const { count, wait } = await countOne(db, key, seconds);
    if (count > most) waits.push(wait);
  }
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/** Counts under one key. A window that would last too long comes from a clock that was ahead, and starts again. */
export async function countOne(
  db: Db,
  key: string,
  seconds: number,
): Promise<{ count: number; wait: number; until: string }> {
  const now = new Date();
  await db
    .deleteFrom('attempt')
    .where((where) =>
      where.or([
        where('until', '<', toIsoSeconds(now)),
        where.and([where('key', '=', key), where('until', '>', latestPlausibleTime(seconds * 1000))]),
      ]),
    )
    .execute();
  const { count, until } = await db
    .insertInto('attempt')
    .values({ key, count: 1, until: toIsoSeconds(new Date(now.getTime() + seconds * 1000)) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((set) => ({ count: set('attempt.count', '+', 1) })))
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow();
  return { count: Number(count), until, wait: Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000)) };
}

/** Takes a right answer off the count, because whoever works for long proves who they are many times. */
export async function returnAttempt(db: Db, limits: Record<string, Limit>): Promise<void> {
  for (const key of Object.keys(limits)) await giveBack(db, key);
}

export async function giveBack(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
