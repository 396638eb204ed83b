import { sql } from 'kysely';
import { isoFromNow, latestPlausibleTime } from '../../core/clock.ts';
import type { Db } from '../../database/tables.ts';
import type { TakeShared, Wanted } from './windows.ts';

const sweepMs = 60_000;

/** Counts in the table of attempts, in one statement for each length of a window; a window that a wrong clock began is begun anew. */
export function takeInDatabase(db: Db): TakeShared {
  let sweptAt = 0;
  return async (wanted) => {
    const now = isoFromNow(0);
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now();
      await db.deleteFrom('attempt').where('until', '<', now).execute();
    }
    const found = new Map<string, { count: number; until: string }>();
    for (const [windowMs, some] of Map.groupBy(wanted, (each) => each.windowMs))
      for (const row of await take(some, windowMs, now)) found.set(row.key, row);
    return wanted.map(({ key, windowMs }) => {
      const { count = 0, until = isoFromNow(windowMs) } = found.get(key) ?? {};
      return { count: Number(count), msLeft: Math.max(1000, Date.parse(until) - Date.now()) };
    });
  };

  function take(wanted: Wanted[], windowMs: number, now: string) {
    const isOver = sql<boolean>`attempt.until < ${now} or attempt.until > ${latestPlausibleTime(windowMs)}`;
    return (
      db
        .insertInto('attempt')
        // In the same order everywhere, so that two processes do not deadlock.
        .values(
          wanted
            .toSorted((one, other) => (one.key < other.key ? -1 : 1))
            .map(({ key, n }) => ({ key, count: n, until: isoFromNow(windowMs) })),
        )
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql`case when ${isOver} then excluded.count else attempt.count + excluded.count end`,
            until: sql`case when ${isOver} then excluded.until else attempt.until end`,
          }),
        )
        .returning(['key', 'count', 'until'])
        .execute()
    );
  }
}
