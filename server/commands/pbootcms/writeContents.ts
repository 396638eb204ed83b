import { bumpVersion } from '../../database/generation.ts';
import type { Db } from '../../database/tables.ts';
import { type ContentName, contentEntities, type PreparedContent } from './contents.ts';
import type { Origins } from './origins.ts';
import { insertRecord } from './records.ts';

/** Writes the contents whose columns exist. @returns how many of each model */
export async function writeContents(
  db: Db,
  contents: PreparedContent[],
  origins: Origins,
  say: (note: string) => void,
): Promise<Partial<Record<ContentName, number>>> {
  const columns = await db.selectFrom('column').select(['id', 'model']).where('deleted_at', 'is', null).execute();
  const models = new Map(columns.map(({ id, model }) => [id, model]));
  const pages = await db.selectFrom('single').select('col_id').where('deleted_at', 'is', null).execute();
  const filled = new Set(pages.map(({ col_id }) => col_id));
  const written: Partial<Record<ContentName, number>> = {};

  for (const content of contents) {
    const { entity, origin, column, label } = content;
    const col_id = origins.idOf('column', column);
    const obstacle = obstacleOf(entity, col_id, models, filled);
    if (col_id === undefined || obstacle) {
      say(`${label} was not brought in: ${obstacle}.`);
      continue;
    }
    const id = await insertRecord(db, { ...content, entity: contentEntities[entity] }, { col_id });
    origins.add(entity, origin, id);
    written[entity] = (written[entity] ?? 0) + 1;
  }
  for (const entity of Object.keys(written)) await bumpVersion(db, entity);
  return written;
}

/** What an administrator changed since an earlier run that prevents writing a record. */
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
