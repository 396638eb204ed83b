import { setTimeout as wait } from 'node:timers/promises';
import { entityList } from '../../contract/index.ts';
import { configNumber, configValues } from '../config/config.ts';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import { type Database, generic } from '../database/tables.ts';
import { emptyWriteAheadLog } from '../database/vacuum.ts';

const dayMs = 24 * 3600_000;
const evenForMs = dayMs - 3600_000; // the daily run may be early
const atOnce = 500; // rows per transaction, so that other writers do not wait long
const pauseMs = 20;
/** Anybody can add visits, so their number is bounded. */
const maxVisits = 3_000_000;

// The server's own logs. Records of what users did belong to the users and are not deleted.
const logs = entityList.filter(({ isLog, menu }) => isLog && menu?.group === 'logs').map(({ name }) => name);

/**
 * Deletes what is older than `log_days`, of which 0 keeps all, and the oldest of more than 3,000,000 visits. After a leap it waits a day,
 * because a clock that is ahead would delete recent rows.
 */
export async function deleteOldLogs(database: Database, signal: AbortSignal, onLeap: () => void): Promise<number> {
  const { log_days } = await configValues(database.db, ['log_days']);
  const days = configNumber('log_days', log_days);
  if (days === 0) return 0;
  if (!(await isClockEven(database, days, onLeap))) return 0;
  const before = isoFromNow(-days * dayMs);
  let deleted = 0;
  for (const log of logs) {
    const surplus = log === 'visitor_log' ? await surplusUpTo(database) : 0;
    for (let n = atOnce; n === atOnce && !signal.aborted; ) {
      n = await database.transaction(async (db) => {
        const old = generic(db)
          .selectFrom(log)
          .select('id')
          .where((where) =>
            surplus > 0
              ? where.or([where('create_time', '<', before), where('id', '<=', surplus)])
              : where('create_time', '<', before),
          )
          .limit(atOnce);
        const { numDeletedRows } = await generic(db).deleteFrom(log).where('id', 'in', old).executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      });
      deleted += n;
      await wait(pauseMs);
    }
  }
  if (deleted > 0 && database.kind === 'sqlite') await emptyWriteAheadLog(database.db);
  return deleted;
}

/** Ids only grow. @returns the id up to which visits are surplus; 0 for none */
async function surplusUpTo({ db }: Database): Promise<number> {
  const { last } = await db
    .selectFrom('visitor_log')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(0, Number(last ?? 0) - maxVisits);
}

/** A leap is a step back, or one ahead by more than half of the retention time. A server off that long starts anew. */
export function isClockEven(database: Database, days: number, onLeap: () => void): Promise<boolean> {
  return database.transaction(async (db) => {
    await oneAtATime(db, 'log_cleaning');
    const now = isoFromNow(0);
    const before = await db.selectFrom('log_cleaning').select(['last', 'even_since']).executeTakeFirst();
    const isLeap = !before || before.last > latestPlausibleTime() || before.last < isoFromNow((-days * dayMs) / 2);
    if (before && isLeap) onLeap();
    const state = { last: now, even_since: isLeap ? now : before.even_since };
    await db
      .insertInto('log_cleaning')
      .values({ id: 1, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute();
    return state.even_since <= isoFromNow(-evenForMs);
  });
}
