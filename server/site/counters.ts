import { sql } from 'kysely';
import { batch } from '../core/batch.ts';
import { type Database, generic } from '../database/tables.ts';

const waitMs = 1000; // at most this much is lost in a crash

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

/** Writes counts in one transaction a second, whatever the number of hits. Counting is no edit: the version stays. */
export function openCounters(database: Database, failed: (error: unknown) => void): Counters {
  const hits = batch(
    async (all: Hit[]) => {
      const sums = Map.groupBy(all, ({ table, id }) => `${table} ${String(id).padStart(16, '0')}`);
      // All processes use this order, so that two of them do not deadlock.
      const ordered = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same);
      const written = database.transaction(async (db) => {
        for (const same of ordered) {
          const [{ table, column, id }] = same as [Hit];
          await generic(db)
            .updateTable(table)
            .set({ [column]: sql`${sql.ref(column)} + ${same.length}` })
            .where('id', '=', id)
            .execute();
        }
      });
      await written.catch(failed);
      return all;
    },
    { waitMs },
  );
  const counters: Counters = {
    add: (hit) => void hits.add(hit),
    flush: hits.flush,
  };
  opened.set(database, counters);
  return counters;
}

export const countHit = (database: Database, hit: Hit) => opened.get(database)?.add(hit);
