import { oncePer } from '../../contract/oncePer.ts';
import { openFairQueue } from '../core/fairQueue.ts';
import type { Settings } from '../core/settings.ts';

/**
 * Makes a queue for reads that take long, by their owner: each owner gets one after the other, and everybody else is let in after each. A
 * query holds the process on SQLite, and a connection on PostgreSQL, where half of them stay free.
 */
export const createReadQueue = () =>
  oncePer(({ databaseUrl, databasePool }: Settings) =>
    openFairQueue<string>({
      maxPerOwner: 100,
      maxTotal: 1000,
      maxConcurrent: databaseUrl ? Math.floor(databasePool / 2) : 1,
    }),
  );
