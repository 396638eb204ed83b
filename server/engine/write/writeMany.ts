import type { VersionEvent } from '../../../contract/calls/version.ts';
import type { Entity } from '../../../contract/entity.ts';
import { bumpVersion } from '../../database/dataVersion.ts';
import { type Db, generic } from '../../database/tables.ts';
import { type Author, writeVersionsOf } from './versions.ts';

type Values = Record<string, unknown>;

interface SharedChange {
  event: VersionEvent;
  /** The fields that change, as versions keep them. */
  changes?: Values;
  /** The columns that are set; by default those of `changes`. */
  columns?: Values;
}

/**
 * Writes the same change into many records by one statement, with a version for each (`lifecycle.ts`, steps 6 and 8). The caller has asked for
 * the right and holds the locks.
 */
export async function writeMany(
  author: Author & { db: Db },
  entity: Entity,
  ids: number[],
  { event, changes = {}, columns = changes }: SharedChange,
): Promise<void> {
  const { db } = author;
  await writeVersionsOf(db, author, entity, ids, { event, changes });
  await generic(db).updateTable(entity.name).set(columns).where('id', 'in', ids).execute();
  await bumpVersion(db, entity.name);
}
