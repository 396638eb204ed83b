import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import {
  loadOtherReadings,
  otherReadingsFile,
  spellingFunction,
  spellingOf,
} from '../../server/database/derived/spelling.ts';
import { generic } from '../../server/database/tables.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import type { Strategy } from '../../server/engine/list/idStrategies.ts';
import { isCompared } from '../../server/engine/list/matchesInParts.ts';
import { planOf } from '../../server/engine/list/plan.ts';
import { boundValues } from '../../server/engine/list/queryFilter.ts';
import { rowsQuery, selectRows } from '../../server/engine/list/rows.ts';
import { total } from '../../server/engine/list/totals.ts';
import { insertRows } from '../support/insertRows.ts';
import { describeTestedDatabases } from '../support/server.ts';
import { compareOnPostgres } from '../support/textFunctions.ts';
import { upload } from '../support/uploads.ts';

const titlesOf = (records: { title: string }[]) => records.map(({ title }) => title).toSorted();

describeTestedDatabases('The search by pinyin', (server, kind) => {
  let col_id: number;
  const titles = ['文章管理', '重庆银行行长', '女装 2026 春款', 'iPhone 手机壳', 'Wenzhou notes', '温州'];
  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: '拼音栏目', model: 'article' })).id;
    for (const title of titles) await server.data('base.content/addArticle', { title, col_id, tags: '标签' });
  });
  const list = async (searchKey: string, params: Record<string, unknown> = {}) => {
    const { data, total } = await server.data<{ data: { title: string }[]; total: number }>(
      'base.content/getContentList',
      { model: 'article', id: col_id, searchKey, limit: 100, ...params },
    );
    expect(total).toBe(data.length);
    return titlesOf(data);
  };

  const expected: [searchKey: string, titles: string[]][] = [
    ['wenzhang', ['文章管理']],
    ['wzgl', ['文章管理']],
    ['WenZ', ['Wenzhou notes', '文章管理', '温州']],
    ['zhongqing', ['重庆银行行长']],
    ['chongqing', ['重庆银行行长']],
    ['chongqingyinhang', ['重庆银行行长']],
    ['cqyh', ['重庆银行行长']],
    ['nvzhuang', ['女装 2026 春款']],
    ['nz2026ck', ['女装 2026 春款']],
    ['iphoneshouji', ['iPhone 手机壳']],
    ['sjk', ['iPhone 手机壳']],
    ['gl wz', ['文章管理']],
    ['文章 gl', []],
    ['wz notes', []],
    ['w', ['Wenzhou notes']],
    ['biaoqian', []],
    ['wenzhangguanlixitong', []],
  ];
  test.each(expected)('day B5: “%s” finds names by pinyin and initials', async (searchKey, found) => {
    expect(await list(searchKey)).toEqual(found.toSorted());
    expect(await list(searchKey, { sort: 'title', order: 'desc' })).toEqual(found.toSorted());
    expect(await list(searchKey, { id: undefined, state: 'draft' })).toEqual(found.toSorted());
  });

  test('day B5: every way to the rows of a list finds the same', async () => {
    const { db } = server.database;
    for (const [searchKey, found] of expected) {
      const plan = planOf(asProgram(db), article, { searchKey, col_id, sort: 'title', order: 'asc' });
      const bounds = { limit: 100, offset: 0, upTo: 100, bound: 100 };
      const values: Record<string, unknown> = { ...boundValues(db, article, plan.filter), ...bounds };
      // If rows that SQLite's index finds are still to be compared with the words, the index alone finds too many.
      const indexed: Strategy[] = isCompared(db, plan.filter) ? [] : ['match', 'matchAlong'];
      for (const way of ['scan', 'bounded', ...indexed] as const) {
        const param = (name: string) => sql`${values[name]}`;
        const rows = await rowsQuery(plan, { limit: 100, heavy: false }, param as never, way).execute();
        expect([way, searchKey, titlesOf(rows as never)]).toEqual([way, searchKey, found.toSorted()]);
      }
    }
  });

  if (kind === 'postgres')
    test('secure A9: nothing is spelled while one searches, however many names match', async () => {
      const rows = Array.from({ length: 600 }, (_, n) => ({ title: `行长参差的会议 ${n}`, col_id }));
      await insertRows(server.database.db, 'article', rows);
      await sql`analyze article`.execute(server.database.db);
      const callsOf = (searchKey: string) =>
        server.database.transaction(async (db) => {
          await sql`set local track_functions = 'all'`.execute(db);
          const calls = async () => {
            const { rows } = await sql<{ calls: number }>`select coalesce(sum(calls), 0) as calls
              from pg_stat_xact_user_functions where funcname = ${spellingFunction}`.execute(db);
            return Number(rows[0]?.calls);
          };
          const before = await calls();
          const caller = { ...asProgram(db), admin: null } as never;
          const found = await total(caller, article, { searchKey });
          const byTitle = { searchKey, sort: 'title', order: 'desc' };
          const page = await selectRows(caller, article, byTitle, { limit: 20, offset: 0, heavy: false });
          return { found, page: page.length, calls: (await calls()) - before };
        });
      for (const searchKey of ['huiyi', 'zhangcencha', 'cen cha', 'hzccdhy'])
        expect([searchKey, await callsOf(searchKey)]).toEqual([searchKey, { found: 600, page: 20, calls: 0 }]);
      await generic(server.database.db).deleteFrom('article').where('title', 'like', '行长参差%').execute();
    });

  test('day B5: follows an edit', async () => {
    const { id } = await server.data('base.content/addArticle', { title: '旧名', col_id });
    await server.data('base.content/editArticle', { id, title: '改过' });
    expect([await list('jiuming'), await list('gaiguo')]).toEqual([[], ['改过']]);
    await server.call('base.content/deleteArticle', { aid: id });
    expect(await list('gaiguo')).toEqual([]);
  });

  test('day B5: finds administrators and users by their nickname, and files by their name', async () => {
    const { username, id } = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id, nickname: '张小红' });
    const admins = await server.data<{ data: { username: string }[] }>('base.admin/getAdminList', { searchKey: 'zxh' });
    expect(admins.data.map((admin) => admin.username)).toEqual([username]);
    const file = await upload(server, 'base.upload/documentUpload', '名称,价格\n', '秋茶价目表.csv');
    const found = await server.data<{ id: number }[]>('base.Search/records', { q: 'qiuchajia' });
    expect(found).toEqual([expect.objectContaining({ entity: 'media', id: file.id })]);
  });

  test('day B5: the palette finds records by pinyin behind those with the letters themselves, also among many', async () => {
    const find = async (q: string) =>
      (await server.data<{ title: string }[]>('base.Search/records', { q })).map(({ title }) => title);
    expect(await find('wenz')).toEqual(['Wenzhou notes', '温州', '文章管理']);
    for (const q of ['wen zhang', 'Wen’zhang']) expect(await find(q)).toEqual(['文章管理']);
    const row = { col_id, create_time: '2026-01-01 00:00:00', update_time: '2026-01-01 00:00:00', status: 0 };
    const rows = Array.from({ length: 510 }, (_, n) => ({ ...row, title: `龙井茶 ${n}` }));
    await insertRows(server.database.db, 'article', rows);
    await server.data('base.content/addArticle', { title: 'longjing in letters', col_id });
    const [first, ...others] = await find('longjing');
    expect(first).toBe('longjing in letters');
    expect(others).toHaveLength(7);
    for (const title of others) expect(title).toMatch(/^龙井茶/);
  });

  test('day B5: the recycle bin is searched by pinyin, each word by itself', async () => {
    const { id } = await server.data('base.content/addArticle', { title: '春茶 上市', col_id });
    await server.call('base.content/deleteArticle', { aid: id });
    const bin = async (searchKey: string) =>
      titlesOf(
        (await server.data<{ data: { title: string }[] }>('base.Recycle/list', { entity: 'article', searchKey })).data,
      );
    expect([await bin('ccss'), await bin('上市 chuncha'), await bin('xiacha')]).toEqual([
      ['春茶 上市'],
      ['春茶 上市'],
      [],
    ]);
  });

  test('day B5: what the recycle bin does not list takes no place among what is spelled there', async () => {
    const [alone, column] = [
      await server.data('base.content/addArticle', { title: '单独的秋茶', col_id }),
      await server.data('base.base/addColumn', { title: '一起', model: 'article' }),
    ];
    await server.call('base.content/deleteArticle', { aid: alone.id });
    const at = '2026-01-01 00:00:00';
    const row = { col_id: column.id, create_time: at, update_time: at, status: 0 };
    const rows = Array.from({ length: 301 }, (_, n) => ({ ...row, title: `一起的秋茶 ${n}` }));
    await insertRows(server.database.db, 'article', rows);
    await server.data('base.base/deleteColumn', { col_id: column.id, cascade: 1 });
    const earlier = { deleted_at: '2026-01-01T00:00:00Z' };
    await generic(server.database.db).updateTable('article').set(earlier).where('id', '=', alone.id).execute();
    const params = { entity: 'article', searchKey: 'qiucha' };
    const { data } = await server.data<{ data: { title: string }[] }>('base.Recycle/list', params);
    expect(titlesOf(data)).toEqual(['单独的秋茶']);
  });
});

describe('A spelling', () => {
  test('day B5: has a line for each way to read a name, and none for what has no Chinese', () => {
    expect(spellingOf('银行').split('\n')).toEqual(['yinxing', 'yinhang', 'yinheng', 'yx', 'yh']);
    expect(spellingOf('重庆 2026（一）').split('\n')).toEqual([
      'zhongqing2026yi',
      'chongqing2026yi',
      'zq2026y',
      'cq2026y',
    ]);
    for (const text of ['', 'Hello 2026', 'Émile', '　', '´', '🍵', null]) expect(spellingOf(text)).toBe('');
  });

  test('day B5: is short whatever the name, in time that follows its length', () => {
    const longest = ['ﷺ', '1a', '撞', '𠮷', '参', '㍿', '差了的'].map((part) => spellingOf(part.repeat(100_000)));
    expect(Math.max(...longest.map((spelling) => spelling.length))).toBeLessThan(9000);
  });

  test('day B5: is the same as ever, because indexes hold it: who changes it gives its function another number', () => {
    const digest = createHash('sha256').update(readFileSync(otherReadingsFile)).digest('hex');
    expect({ [spellingFunction]: digest }).toEqual({
      spelling_1: 'e27d4b1324c900b91f22b7be989b0a9bfc9af2508b987261d211d4d1427181fc',
    });
  });

  test('day B5: is the same on PostgreSQL, of every character', async () => {
    const several = [...loadOtherReadings().keys()];
    const texts = ['', 'Hello', '差了的'.repeat(40), '重庆银行行长', 'iPhone 15 Pro手机壳'];
    for (let at = 0; at < several.length; at += 3) texts.push(`${several.slice(at, at + 3).join('茶')}a1`);
    const { tried, differing } = await compareOnPostgres(spellingFunction, spellingOf, texts);
    expect(tried).toBeGreaterThan(9000);
    expect(differing).toEqual([]);
  });
});
