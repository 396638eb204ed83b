import { sql } from 'kysely';
import type { Database } from '../../server/database/tables.ts';

const names = {
  // Search indexes have row ids beyond JavaScript's numbers; their words are those of the tables.
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like '%\\_search%' escape '\\'`,
  postgres: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
};

/** Every value of every row of every table, as one JSON text: to look for what must not be there. */
export async function allText({ db, kind }: Database): Promise<string> {
  const { rows } = await names[kind].execute(db);
  const tables = await Promise.all(rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  return JSON.stringify(tables.map((table) => table.rows));
}
