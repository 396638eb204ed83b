import { toIsoSeconds } from '../../contract/kinds.ts';
import { latestPlausibleTime } from '../core/clock.ts';
import { tooMany } from '../core/errors.ts';
import { networksOf } from '../core/networkOf.ts';
import type { Database, Db } from '../database/tables.ts';

/** At most `most` attempts in `seconds`; kept in the database, so that every process counts together. */
export interface Limit {
  most: number;
  seconds: number;
}

/** A limit of each network that an address is in, as limits by key. */
export const peerLimits = (name: string, ip: string, { most, seconds }: Limit): Record<string, Limit> =>
  Object.fromEntries(
    networksOf(ip).map((network) => [`${name}:${network.name}`, { most: most * network.share, seconds }]),
  );

/** For whoever may guess a password. */
export const perAccount: Limit = { most: 10, seconds: 15 * 60 };

/**
 * Counts one attempt under each key; one that is refused counts under none.
 * @throws CallError `too_many` with the seconds to wait, where a key is used up
 */
export function takeAttempt(database: Database, limits: Record<string, Limit>): Promise<void> {
  return database.transaction((db) => countAttempts(db, limits));
}

/** The same, as a part of a transaction, which must then be undone where it throws. */
export async function countAttempts(db: Db, limits: Record<string, Limit>): Promise<void> {
  const waits: number[] = [];
  for (const [key, { most, seconds }] of Object.entries(limits)) {
    const { count, wait } = await countOne(db, key, seconds);
    if (count > most) waits.push(wait);
  }
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/**
 * Counts one more under a key, whose window begins with the first. One that would last for longer than windows do was begun
 * by a clock that was ahead: it begins anew.
 * @returns how many there are, and the seconds left
 */
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

/** Takes one attempt of a key back. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
