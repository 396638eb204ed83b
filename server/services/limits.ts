import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Database } from '../database/index.ts';
import { CallError } from '../errors.ts';

/** At most `most` attempts in `seconds`; kept in the database, so that every process counts together. */
export interface Limit {
  most: number;
  seconds: number;
}

/** For whoever may guess a password. */
export const perAccount: Limit = { most: 10, seconds: 15 * 60 };

/**
 * Counts one attempt under each key.
 * @throws CallError `too_many` with the seconds to wait, where a key is used up
 */
export async function takeAttempt(database: Database, limits: Record<string, Limit>): Promise<void> {
  const now = new Date();
  const waits = await database.transaction(async (db) => {
    await db.deleteFrom('attempt').where('until', '<', toIsoSeconds(now)).execute();
    const found: number[] = [];
    for (const [key, { most, seconds }] of Object.entries(limits)) {
      const until = toIsoSeconds(new Date(now.getTime() + seconds * 1000));
      const row = await db
        .insertInto('attempt')
        .values({ key, count: 1, until })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({ count: set('attempt.count', '+', 1) })),
        )
        .returning(['count', 'until'])
        .executeTakeFirstOrThrow();
      if (Number(row.count) > most) found.push(Math.ceil((Date.parse(row.until) - now.getTime()) / 1000));
    }
    return found;
  });
  if (waits.length > 0) throw new CallError('too_many', { seconds: Math.max(1, ...waits) });
}

/** After a success the account begins anew, and the peer gets back this one attempt: many people share an address. */
export function forgetAttempts(database: Database, account: string, peer: string) {
  return database.transaction(async (db) => {
    await db.deleteFrom('attempt').where('key', '=', account).execute();
    await db
      .updateTable('attempt')
      .set((set) => ({ count: set('count', '-', 1) }))
      .where('key', '=', peer)
      .execute();
  });
}
