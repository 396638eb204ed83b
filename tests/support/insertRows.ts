import { type Db, generic } from '../../server/database/tables.ts';

/** PostgreSQL ends a statement after five seconds, which a busy machine may need for a thousand rows. */
const rowsPerStatement = 100;

/** Inserts rows without the calls of the server, as another program could. @returns their ids */
export async function insertRows(db: Db, table: string, rows: object[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const part = rows.slice(from, from + rowsPerStatement);
    const made = await generic(db).insertInto(table).values(part).returning('id').execute();
    ids.push(...made.map(({ id }) => Number(id)));
  }
  return ids;
}
