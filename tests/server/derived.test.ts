import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { searchIndex } from '../../server/database/derived/searchIndex.ts';
import { tally } from '../../server/database/derived/tally.ts';
import { openDatabase } from '../../server/database/index.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import * as crud from '../../server/engine/crud.ts';
import { type DatabaseKind, makeStorage } from '../support/server.ts';

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  'the next start on %s makes totals and a search index that are not there, of what is there',
  async (kind) => {
    const storage = await makeStorage(kind);
    onTestFinished(storage.remove);
    const first = await openDatabase(storage);
    for (const part of [tally, searchIndex])
      for (const statement of part(article, kind).drop) await sql.raw(statement).execute(first.db);
    await sql`insert into "column" (id, title, model, url_name) values (1, 'News', 'article', 'news')`.execute(
      first.db,
    );
    await sql`insert into article (col_id, title, deleted_at)
      values (1, '春季茶园', null), (1, '绿茶', null), (1, '茶园旧事', '2026-01-01T00:00:00Z')`.execute(first.db);
    await first.close();

    const second = await openDatabase(storage);
    onTestFinished(() => second.close());
    expect((await crud.list(asProgram(second.db), article, { col_id: 1 })).total).toBe(2);
    expect(await crud.list(asProgram(second.db), article, { searchKey: '茶园' })).toMatchObject({
      total: 1,
      data: [{ title: '春季茶园' }],
    });
  },
);
