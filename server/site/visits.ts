import { type RawBuilder, sql } from 'kysely';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { createYield } from '../core/turns.ts';
import type { Db } from '../database/tables.ts';

interface Visits {
  day: string;
  pv: number;
  uv: number;
}
/** A day with its start and end, which are 23 or 25 hours apart when the clocks change. */
interface Day {
  day: string;
  from: string;
  to: string;
}

const rows = sql`count(*) as pv`;
const rowsAndAddresses = sql`count(*) as pv, count(distinct ip) as uv`;
const visitsByDatabase = new WeakMap<Db, Map<string, Visits>>();

/** Page views (`pv`) and distinct addresses (`uv`), oldest day first, in the server's time zone, without spiders. */
export async function visitsByDay(db: Db, most: number): Promise<Visits[]> {
  const days = lastDays(most);
  const known = visitsByDatabase.get(db) ?? new Map<string, Visits>();
  // Counting addresses costs ten times as much as counting rows. A day with an unchanged number of rows has the same
  // addresses, so its count is reused.
  const counted = new Map((await ofEach(db, days, rows)).map(({ day, pv }) => [day, pv]));
  const changed = days.filter(({ day }) => counted.get(day) !== known.get(day)?.pv);
  const anew = new Map<string, Visits>();
  const yieldToOthers = createYield(db);
  for (const each of changed) {
    for (const visits of await ofEach(db, [each], rowsAndAddresses)) anew.set(visits.day, visits);
    await yieldToOthers();
  }
  const visits = days.map(({ day }) => anew.get(day) ?? known.get(day) ?? { day, pv: 0, uv: 0 });
  visitsByDatabase.set(db, new Map(visits.map((each) => [each.day, each])));
  return visits;
}

function lastDays(most: number): Day[] {
  const now = new Date();
  const midnight = (ago: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  return Array.from({ length: most }, (_, at) => {
    const from = midnight(most - 1 - at);
    const day = [from.getFullYear(), from.getMonth() + 1, from.getDate()].map((part) => String(part).padStart(2, '0'));
    return { day: day.join('-'), from: toIsoSeconds(from), to: toIsoSeconds(midnight(most - 2 - at)) };
  });
}

/** One subquery per day, because grouping by day would first sort the rows of all days. */
async function ofEach(db: Db, days: Day[], what: RawBuilder<unknown>): Promise<Visits[]> {
  if (days.length === 0) return [];
  const parts = days.map(
    ({ day, from, to }) => sql`select ${day} as day, ${what} from visitor_log
      where create_time >= ${from} and create_time < ${to} and device <> 'spider'`,
  );
  return (await sql<Visits>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}
