import { type RawBuilder, sql } from 'kysely';
import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Db } from '../database/tables.ts';

interface Visits {
  day: string;
  pv: number;
  uv: number;
}
/** A day and the times that it lies between: 23 or 25 hours where the clocks change. */
interface Day {
  day: string;
  from: string;
  to: string;
}

const rows = sql`count(*) as pv`;
const rowsAndAddresses = sql`count(*) as pv, count(distinct ip) as uv`;
const keptBy = new WeakMap<Db, Map<string, Visits>>();

/**
 * Pages shown (`pv`) and addresses seen (`uv`) on each of the last days, oldest first, today the last of them. Days are
 * those of the server's time zone; spiders are no visitors.
 */
export async function visitsByDay(db: Db, most: number): Promise<Visits[]> {
  const days = lastDays(most);
  const kept = keptBy.get(db) ?? new Map<string, Visits>();
  // Addresses cost ten times what rows do, and a day of as many rows as before has the same addresses.
  const counted = new Map((await ofEach(db, days, rows)).map(({ day, pv }) => [day, pv]));
  const changed = days.filter(({ day }) => counted.get(day) !== kept.get(day)?.pv);
  const anew = new Map((await ofEach(db, changed, rowsAndAddresses)).map((visits) => [visits.day, visits]));
  const visits = days.map(({ day }) => anew.get(day) ?? kept.get(day) ?? { day, pv: 0, uv: 0 });
  keptBy.set(db, new Map(visits.map((each) => [each.day, each])));
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

/** What is counted of each day by itself: grouped by day, the rows of all of them would have to be sorted first. */
async function ofEach(db: Db, days: Day[], what: RawBuilder<unknown>): Promise<Visits[]> {
  if (days.length === 0) return [];
  const parts = days.map(
    ({ day, from, to }) => sql`select ${day} as day, ${what} from visitor_log
      where create_time >= ${from} and create_time < ${to} and device <> 'spider'`,
  );
  return (await sql<Visits>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}
