import { type Db, generic, type Row } from '../database/tables.ts';

/** Tables whose rows name their record by entity and id, and end with it. */
export const recordTables = ['record_version', 'working_copy', 'review', 'preview_token', 'old_slug'] as const;
export type RecordTable = (typeof recordTables)[number];

const mostIds = 1000; // in one statement

export async function deleteRowsOf(
  db: Db,
  entity: string,
  ids: number[],
  tables: readonly RecordTable[] = recordTables,
) {
  for (let at = 0; at < ids.length; at += mostIds)
    for (const table of tables)
      await generic(db)
        .deleteFrom(table)
        .where('entity', '=', entity)
        .where('record_id', 'in', ids.slice(at, at + mostIds))
        .execute();
}

export function readRowsOf(db: Db, table: RecordTable, entity: string, ids: number[]): Promise<Row[]> {
  const found = generic(db).selectFrom(table).selectAll().where('entity', '=', entity);
  return found.where('record_id', 'in', ids).execute() as Promise<Row[]>;
}
