import { sql } from 'kysely';
import type { Difference } from './check.ts';
import { inSnapshot } from './check.ts';

/** SQLite's own check of its pages and of all indexes. PostgreSQL checks its files as it reads them. */
export const checkDatabaseFile = inSnapshot(async (db, { store }) => {
  if (store.kind !== 'sqlite') return [];
  const { rows } = await sql<{
    found: string;
  }>`select integrity_check as found from pragma_integrity_check`.execute(db);
  const damages = rows.map(({ found }) => found).filter((found) => found !== 'ok');
  const index = (found: string) => /(?:from|in) index (\w+)$/.exec(found)?.[1];
  const indexes = new Set(damages.map(index));
  const mendIndex = (name: string) => () =>
    store.load((tx) => sql`reindex ${sql.table(name)}`.execute(tx).then(() => {}));
  return [...indexes].map(
    (name): Difference =>
      name === undefined
        ? { sentence: `The database file is damaged: ${damages.filter((found) => !index(found)).join('; ')}.` }
        : { sentence: `The index ${name} is not that of its table.`, mend: mendIndex(name) },
  );
});
