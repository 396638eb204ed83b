import { advance } from '../../database/generation.ts';
import { generic } from '../../database/generic.ts';
import type { Db } from '../../database/tables.ts';
import type { ContentName, PreparedContent } from './contents.ts';
import type { Origins } from './origins.ts';

/**
 * Writes the records as they were prepared: sanitised, within their limits, their links checked. One statement each,
 * and not `crud.create`, so that thousands of them hold the write lock for a second or two and not for a minute.
 * @returns how many were written
 */
export async function writeContents(
  db: Db,
  contents: PreparedContent[],
  origins: Origins,
  say: (note: string) => void,
): Promise<{ articles: number; pages: number }> {
  const columns = await db.selectFrom('column').select(['id', 'model']).where('deleted_at', 'is', null).execute();
  const models = new Map(columns.map(({ id, model }) => [id, model]));
  const pages = await db.selectFrom('single').select('col_id').where('deleted_at', 'is', null).execute();
  const filled = new Set(pages.map(({ col_id }) => col_id));
  const written = { article: 0, single: 0 };

  for (const { entity, origin, column, label, draft, create_time, update_time } of contents) {
    const col_id = origins.idOf('column', column);
    const obstacle = obstacleOf(entity, col_id, models, filled);
    if (obstacle) {
      say(`${label} was not brought in: ${obstacle}.`);
      continue;
    }
    const { id } = await generic(db)
      .insertInto(entity)
      .values({ ...draft, col_id, version: 1, create_time, update_time })
      .returning('id')
      .executeTakeFirstOrThrow();
    origins.add(entity, origin, Number(id));
    written[entity]++;
  }
  for (const entity of ['article', 'single'] as const) if (written[entity] > 0) await advance(db, entity);
  return { articles: written.article, pages: written.single };
}

/** What an administrator has done here since an earlier run that leaves no place for a record. */
function obstacleOf(
  entity: ContentName,
  colId: number | undefined,
  models: Map<number, string>,
  filled: Set<number | null>,
): string | undefined {
  if (colId === undefined || !models.has(colId)) return 'its column is not here any more';
  if (models.get(colId) !== entity) return 'its column holds another model now';
  return entity === 'single' && filled.has(colId) ? 'its column has a page here already' : undefined;
}
