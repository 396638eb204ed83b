import { sql } from 'kysely';
import type { TestServer } from './server.ts';

/** Lets calls on a table fail, as where a database is damaged. By the connection that writes, so that it knows at once. */
export const renameTable = ({ database }: TestServer, from: string, to: string) =>
  database.transaction((db) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db));
