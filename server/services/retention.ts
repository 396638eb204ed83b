import { setTimeout as wait } from 'node:timers/promises';
import { entityList } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { generic } from '../database/generic.ts';
import type { Database } from '../database/index.ts';
import { configValues } from './config.ts';
import { heldNumber } from './heldNumber.ts';

const dayMs = 24 * 3600_000;
const atOnce = 500; // rows of a transaction: requests that write wait no longer than it takes
const pauseMs = 20;

// Records of what a user did belong to the user; these are the server's own.
const logs = entityList.filter(({ isLog, menu }) => isLog && menu?.group === 'logs').map(({ name }) => name);

/**
 * Deletes the rows of the logs that are older than `log_days`, in small steps; 0 days keeps them all.
 * @param signal ends it between two steps
 * @returns how many were deleted
 */
export async function deleteOldLogs(database: Database, signal: AbortSignal): Promise<number> {
  const { log_days } = await configValues(database.db, ['log_days']);
  const days = heldNumber('log_days', log_days);
  if (days === 0) return 0;
  const before = toIsoSeconds(new Date(Date.now() - days * dayMs));
  let deleted = 0;
  for (const log of logs) {
    for (let n = atOnce; n === atOnce && !signal.aborted; ) {
      n = await database.transaction(async (db) => {
        const old = generic(db).selectFrom(log).select('id').where('create_time', '<', before).limit(atOnce);
        const { numDeletedRows } = await generic(db).deleteFrom(log).where('id', 'in', old).executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      });
      deleted += n;
      await wait(pauseMs);
    }
  }
  return deleted;
}
