import { sql } from 'kysely';
import type { Database } from '../../server/database/tables.ts';

/**
 * So many versions of each article, written straight into the table: the first and the eleventh are the whole record, the
 * others a changed title, so that the next one is not due to be whole.
 */
export async function fillVersions({ transaction, kind }: Database, versions: number): Promise<void> {
  for (let n = 1; n <= versions; n++)
    // A transaction each, so that no log holds them all.
    await transaction(async (db) => {
      if (kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
      const isWhole = n === 1 || n === 11;
      const base = isWhole ? sql`json_object('title', title, 'content', content)` : sql`'{"title":"v"}'`;
      const changes =
        kind === 'postgres' && isWhole ? sql`json_build_object('title', title, 'content', content)` : base;
      await sql`insert into record_version
        (entity, record_id, n, base, published, event, username, path, words, create_time, fields, changes)
        select 'article', id, ${sql.lit(n)}, ${sql.lit(n < 11 ? 1 : 11)}, 0, 'update', 'admin', 'base.content/editArticle', '', create_time, '["title"]', ${changes}
        from article`.execute(db);
    });
}
