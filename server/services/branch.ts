import type { Db } from '../database/tables.ts';
import { withDescendants } from './tree.ts';

/** The list of a column or category holds what stands in those below it too; one without any is asked for alone. */
export async function branch(db: Db, tree: 'column' | 'category', id: number): Promise<number | number[]> {
  const columns = db.selectFrom('column').select(['id', 'pid']).where('deleted_at', 'is', null);
  const rows = tree === 'column' ? columns : db.selectFrom('category').select(['id', 'pid']);
  const ids = withDescendants(await rows.execute(), id);
  return ids.length === 1 ? id : ids;
}
