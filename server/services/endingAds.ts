import { ad } from '../../contract/entities/ad.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { narrowedPath } from '../../contract/paths.ts';
import type { Db } from '../database/tables.ts';

const soonMs = 7 * 86_400_000;
const mostIds = 100; // contract.md section 1

/** The advertisements that are switched on and end within 7 days: how many, and the list of just those. */
export async function endingAds(db: Db): Promise<{ kind: string; n: number; path: string }> {
  const now = Date.now();
  const rows = await db
    .selectFrom('ad')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .where('end_time', '>', toIsoSeconds(new Date(now)))
    .where('end_time', '<=', toIsoSeconds(new Date(now + soonMs)))
    .orderBy('end_time')
    .execute();
  const ids = rows.map(({ id }) => id).slice(0, mostIds);
  return { kind: 'ad_ending', n: rows.length, path: narrowedPath(ad, { ids }) };
}
