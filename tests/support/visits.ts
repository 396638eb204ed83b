import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Database } from '../../server/database/index.ts';

const visitor = {
  ...{ region: '', url: '/', title: '', referer: '', keyword: '', os: '', browser: '' },
  ...{ device: 'pc', duration: 0 },
};
const dayMs = 86_400_000;

/** Visits of the 30 days until `now` that rise and fall by the week, the same each time. */
export async function fillVisits({ db }: Database, now = Date.now()): Promise<void> {
  for (let ago = 0; ago < 30; ago++) {
    const create_time = toIsoSeconds(new Date(now - ago * dayMs));
    const visitors = Math.round(24 - ago / 3 + 8 * Math.sin((2 * Math.PI * ago) / 7));
    const rows = Array.from({ length: visitors * 3 }, (_, at) => ({
      ...visitor,
      ip: `10.0.0.${at % visitors}`,
      create_time,
    }));
    await db.insertInto('visitor_log').values(rows).execute();
  }
}
