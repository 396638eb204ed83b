import { type Db, generic } from '../../database/tables.ts';

/** Tables whose rows name their record by entity and id, and end with it. */
export const recordTables = ['record_version', 'working_copy', 'review', 'preview_token', 'old_slug'] as const;
export type RecordTable = (typeof recordTables)[number];

const maxIds = 1000; // in one statement

/** Deletes the rows that records have in these tables. */
export async function deleteRowsOf(
  db: Db,
  entity: string,
  ids: number[],
  tables: readonly RecordTable[] = recordTables,
) {
  for (let at = 0; at < ids.length; at += maxIds)
    for (const table of tables)
      await generic(db)
        .deleteFrom(table)
        .where('entity', '=', entity)
        .where('record_id', 'in', ids.slice(at, at + maxIds))
        .execute();
}
