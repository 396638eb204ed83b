import { ad } from '../../contract/entities/ad.ts';
import { message } from '../../contract/entities/message.ts';
import { type Entity, mostIds } from '../../contract/entity.ts';
import { entityList } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { canOpen, type Rights } from '../auth/rights.ts';
import type { Db } from '../database/tables.ts';
import * as crud from '../engine/crud.ts';
import type { ListQuery } from '../engine/query.ts';

/** Records that may need attention: the entity, and the filter for a list of exactly those. */
interface Task {
  kind: string;
  entity: Entity;
  filter: ListQuery;
}

const tasks: Task[] = [
  { kind: 'message', entity: message, filter: { is_read: 0 } },
  ...entityList
    .filter(({ menu, model, fields }) => menu && model && fields.status)
    .map((entity) => ({ kind: 'draft', entity, filter: { state: 'draft' } })),
];

/** The tasks for a caller with these rights; tasks without records are left out. */
export async function todo(db: Db, rights: Rights): Promise<{ kind: string; n: number; path: string }[]> {
  const visible = tasks.filter(({ entity }) => canOpen(rights, entity));
  const counted = await Promise.all(
    visible.map(async ({ kind, entity, filter }) => ({
      ...{ kind, path: narrowedPath(entity, filter) },
      n: await crud.count(db, entity, filter),
    })),
  );
  const ending = canOpen(rights, ad) ? [await endingAds(db)] : [];
  return [...counted, ...ending].filter(({ n }) => n > 0);
}

const soonMs = 7 * 86_400_000;

/** Enabled advertisements that end within 7 days: their number, and the path of a list of exactly those. */
async function endingAds(db: Db): Promise<{ kind: string; n: number; path: string }> {
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
