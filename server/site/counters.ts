import { sql } from 'kysely';
import { generic } from '../database/generic.ts';
import type { Database } from '../database/tables.ts';
import { batch } from '../engine/batch.ts';

const waitMs = 1000; // what a crash may cost

interface Hit {
  table: string;
  column: 'views' | 'clicks';
  id: number;
}
interface Counters {
  add(hit: Hit): void;
  flush(): Promise<void>;
}

const opened = new WeakMap<Database, Counters>();

/**
 * Counts views and clicks: gathered for a second and written in one transaction, so that a page that many read costs no
 * more than one that few do. A count is no change of the record: its version stays.
 * @param failed is told where a second's counts could not be written
 */
export function openCounters(database: Database, failed: (error: unknown) => void): Counters {
  const hits = batch(async (all: Hit[]) => {
    const sums = Map.groupBy(all, ({ table, id }) => `${table} ${String(id).padStart(16, '0')}`);
    // In one order everywhere, so that two processes do not wait for each other.
    const ordered = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same);
    await database.transaction(async (db) => {
      for (const same of ordered) {
        const [{ table, column, id }] = same as [Hit];
        await generic(db)
          .updateTable(table)
          .set({ [column]: sql`${sql.ref(column)} + ${same.length}` })
          .where('id', '=', id)
          .execute();
      }
    });
    return all;
  }, waitMs);
  const counters: Counters = {
    // Each is told of its batch; one report of it is enough.
    add: (hit) => void hits.add(hit).catch(once(failed)),
    flush: () => hits.flush(),
  };
  opened.set(database, counters);
  return counters;
}

function once(failed: (error: unknown) => void) {
  return (error: unknown) => {
    if (told.has(error as object)) return;
    told.add(error as object);
    failed(error);
  };
}
const told = new WeakSet<object>();

/** One more. */
export const countHit = (database: Database, hit: Hit) => opened.get(database)?.add(hit);
