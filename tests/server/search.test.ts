import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { operationLog } from '../../contract/entities/logs.ts';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { searchedOf } from '../../server/database/derived/scaled.ts';
import { hitsOf } from '../../server/database/derived/searchIndex.ts';
import { generic, isPostgres } from '../../server/database/tables.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import { comparedIds } from '../../server/engine/list/idStrategies.ts';
import { planOf } from '../../server/engine/list/plan.ts';
import { boundValues, queryFilterOf } from '../../server/engine/list/queryFilter.ts';
import { rowsQuery, selectRows } from '../../server/engine/list/rows.ts';
import { total } from '../../server/engine/list/totals.ts';
import { contentRules, describeEachDatabase, type TestAdmin } from '../support/server.ts';
import { upload } from '../support/uploads.ts';

interface Record_ {
  entity: string;
  id: number;
  title: string;
  path: string;
  url: string;
  state: string;
  column: string;
}

describeEachDatabase('The search for records', (server, kind) => {
  let news: number;
  let editor: TestAdmin;
  beforeAll(async () => {
    editor = await server.makeAdmin(await server.makeRole(contentRules));
    news = (await server.data('base.base/addColumn', { title: '茶园新闻', model: 'article' })).id;
  });
  const add = async (title: string, more = {}) =>
    (await server.data('base.content/addArticle', { title, col_id: news, ...more })).id;
  const find = (q: string, token = server.token) => server.data<Record_[]>('base.Search/records', { q }, { token });
  const titles = async (q: string) => (await find(q)).map(({ title }) => title);

  test('finds by a part of the title, with the path that opens the record', async () => {
    const id = await add('春季茶园开放');
    const unasked = { url: '', state: '', column: '' };
    expect(await find('茶园')).toEqual([
      { entity: 'column', id: news, title: '茶园新闻', path: `/columnList/${news}`, ...unasked },
      { entity: 'article', id, title: '春季茶园开放', path: `/content/article/${id}`, ...unasked },
    ]);
    expect(await titles(' 春季 ')).toEqual(['春季茶园开放']);
    expect(await titles('绿茶')).toEqual([]);
  });

  test('day B5: finds what is full width by half width and the other way round, in lists, the palette and the bin', async () => {
    const title = '绿茶（特级）ＦＵＬＬ，2026㎏';
    const id = await add(title);
    type Page = { data: { title: string }[] };
    const listed = async (searchKey: string) =>
      (await server.data<Page>('base.content/getContentList', { model: 'article', searchKey })).data.length;
    for (const word of ['绿茶(特级)', '绿茶（特级)full,2026', '(', '）f', '２０２６', 'ＦＵＬＬ', 'kg', '㎏']) {
      expect([word, await listed(word)]).toEqual([word, 1]);
      expect([word, await titles(word)]).toEqual([word, [title]]);
    }
    const long = '采摘于清明前后三天之内的（茶园）开放日，'.repeat(2);
    const longOnes = [await add(`${long}（春）`), await add(`${long}(秋)`)];
    const narrow = long.replaceAll('（', '(').replaceAll('）', ')').replaceAll('，', ',');
    expect(await titles(`${narrow}(春)`)).toEqual([`${long}（春）`]);
    expect(await titles(`${long}（秋）`)).toEqual([`${long}(秋)`]);
    for (const aid of [id, ...longOnes]) await server.data('base.content/deleteArticle', { aid });
    const bin = await server.data<Page>('base.Recycle/list', { searchKey: '(特级)full' });
    expect(bin.data.map(({ title }) => title)).toEqual([title]);
  });

  test('secure A9: of a long word the index is asked for its beginning alone, and the rest is compared', async () => {
    const beginning = '采摘于清明前后三天之内的茶园开放日，'.repeat(2);
    const ends = async (searchKey: string) => {
      type Page = { data: { title: string }[]; total: number };
      const { data, total } = await server.data<Page>('base.content/getContentList', { model: 'article', searchKey });
      expect(data).toHaveLength(total);
      const listed = data.map(({ title }) => title.at(-1)).toSorted();
      expect((await titles(searchKey)).map((title) => title.at(-1)).toSorted()).toEqual(listed);
      return listed;
    };
    for (const end of ['春', '秋']) await add(`${beginning}${end}`);
    expect(await ends(beginning)).toEqual(['春', '秋']);
    expect(await ends(`${beginning}秋`)).toEqual(['秋']);
    expect(await ends(`${beginning}冬`)).toEqual([]);
    const { db } = server.database;
    const termsOfOne = (searchKey: string) => {
      const { match } = boundValues(db, article, queryFilterOf(article, { searchKey }));
      return isPostgres(db) ? match : String(match).split(' ');
    };
    // Each three once on PostgreSQL; on SQLite each pair of the beginning, which ends where one comes again.
    expect(termsOfOne('a'.repeat(100))).toHaveLength(isPostgres(db) ? 1 : 3);
    const differing = String.fromCharCode(...Array.from({ length: 100 }, (_, at) => 0x4e00 + at));
    expect(termsOfOne(differing)).toHaveLength(isPostgres(db) ? 98 : 23);
  });

  test('secure A9: of many words those alone are compared that the index does not know whole', async () => {
    const { db } = server.database;
    const window = { limit: 20, offset: 0, heavy: false };
    const comparisons = (searchKey: string) => {
      const plan = planOf(asProgram(db), article, { searchKey });
      const param = () => 0 as never;
      const compared = { db, entity: article, queryFilter: plan.filter, order: [], param, isLimited: false };
      const { sql: text } = (
        isPostgres(db) ? rowsQuery(plan, window, param, 'match') : comparedIds(compared)
      ).compile();
      return text.match(/(instr|strpos)\(lower\("/g)?.length ?? 0;
    };
    const texts = searchedOf(article).length;
    const short = 'a b c 一 二 三 ab 一二';
    expect(comparisons(short)).toBe(0);
    expect(comparisons(`${short} abcd`)).toBe(isPostgres(db) ? texts : 0);
    // Together the longer words have 24 characters in SQLite's index: here six each.
    expect(comparisons(`${short} abcdef ghijklm nopqrs tuvwxy`)).toBe(isPostgres(db) ? 4 * texts : texts);
    expect(comparisons(`${short} aaaaa`)).toBe(texts);
    expect(comparisons(`${short} aaaaa bbbbb`)).toBe(2 * texts);
    const searched = (searchKey: string) => boundValues(db, article, queryFilterOf(article, { searchKey }));
    if (!isPostgres(db)) expect(searched('aaaaaa aaaaa').match).toBe('("002p002p 002p002p 002p002p")');
    // Tags are not spelled: of names it is enough that all pairs of a word stand in their pinyin.
    await add('Plain', { tags: 'banana 一二一二三 丙丁' });
    const found = async (searchKey: string) =>
      (await server.data<{ total: number }>('base.content/getContentList', { model: 'article', searchKey })).total;
    for (const word of [
      'banana',
      'anana',
      'nana 丙',
      '一二一二三',
      '二一二三 banana 丁',
      'BANANA 一二一二三 nanA anana',
    ])
      expect(await found(word), word).toBe(1);
    for (const word of ['bananana', 'banan一', '一二一二一', '二一二二 banana', 'banana 一二一二三 anana nanab'])
      expect(await found(word), word).toBe(0);
  });

  if (kind === 'postgres')
    describe('secure A9: on PostgreSQL', () => {
      /** Adds rows to the operation log that contain the word `path`, until the test is over. */
      async function addLogRows(n: number, path: string): Promise<void> {
        const texts = { title: 'a', username: 'a', path, ip: 'a', params: '{}', user_agent: '', batch: '' };
        const row = { ...texts, target: '', target_id: 0, code: 1, cost_ms: 1, create_time: '2026-01-02T03:04:05Z' };
        const log = generic(server.database.db);
        for (let left = n; left > 0; left -= 2000) {
          const rows = Array.from({ length: Math.min(left, 2000) }, () => row);
          await log.insertInto('operation_log').values(rows).execute();
        }
        onTestFinished(async () => void (await log.deleteFrom('operation_log').where('path', '=', path).execute()));
        await sql`analyze operation_log`.execute(server.database.db);
      }

      /** Counts the log's rows with a word, the calls of a function of the database meanwhile, and the scans of the whole table. */
      const countAs = (admin: object | null, searchKey: string, calledFunction: string) =>
        server.database.transaction(async (db) => {
          await sql`set local track_functions = 'all'`.execute(db);
          // These also count what the connection did shortly before.
          const usage = async () => {
            const { rows } = await sql<{ calls: number | null; scans: number }>`
              select seq_scan as scans,
                (select calls from pg_stat_xact_user_functions where funcname = ${calledFunction}) as calls
              from pg_stat_xact_user_tables where relname = 'operation_log'`.execute(db);
            return { calls: Number(rows[0]?.calls ?? 0), scans: Number(rows[0]?.scans ?? 0) };
          };
          const before = await usage();
          const found = await total({ ...asProgram(db), admin } as never, operationLog, { searchKey });
          const after = await usage();
          return { found, calls: after.calls - before.calls, scans: after.scans - before.scans };
        });

      test('secure A9: a word that all records contain is found by its index, which computes the terms of none', async () => {
        await addLogRows(2000, 'a');
        const { found, calls } = await countAs(null, 'a', 'search_terms');
        expect(found).toBeGreaterThanOrEqual(2000);
        expect(calls).toBeLessThan(20);
      });

      test('secure A9: rows of the log are counted by a scan of it where many match', async () => {
        await addLogRows(12_000, 'common');
        const counted = await countAs(null, 'common', hitsOf(operationLog));
        expect(counted).toMatchObject({ found: 12_000, scans: 1 });
      });

      test('secure A8: whoever sees only their own operations does not search those of others', async () => {
        await addLogRows(2000, 'hidden');
        const limits = { fields: { article: { author: 'hidden' } } };
        const counted = await countAs({ id: editor.id, limits }, 'hidden', hitsOf(operationLog));
        expect(counted).toMatchObject({ found: 0, calls: 0 });
      });
    });

  if (kind === 'sqlite')
    test('secure A9: what the index finds of cut words is compared in parts, between which others have their turn', async () => {
      const { db } = server.database;
      const rest = { username: 'a', ip: 'a', target: '', target_id: 0, params: '{}', code: 1, cost_ms: 1, batch: '' };
      const row = { ...rest, path: 'in parts', user_agent: '', create_time: '2026-01-02T03:04:05Z' };
      const rows = (n: number, title: string) => Array.from({ length: n }, () => ({ ...row, title }));
      const log = generic(db);
      for (const title of ['in parts aaaaab', 'in parts aaaaac'])
        await log.insertInto('operation_log').values(rows(400, title)).execute();
      onTestFinished(async () => void (await log.deleteFrom('operation_log').where('path', '=', 'in parts').execute()));
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
      onTestFinished(() => clock.mockRestore());
      const turnsOf = async (searchKey: string) => {
        let [turns, isOver] = [0, false];
        const countTurn = () => {
          turns++;
          if (!isOver) setImmediate(countTurn);
        };
        setImmediate(countTurn);
        const window = { limit: 1000, offset: 0, heavy: false };
        const rows = await selectRows(asProgram(db), operationLog, { searchKey }, window);
        isOver = true;
        return { turns, found: rows.map(({ title }) => title) };
      };
      // A pair of characters comes again in it, so that the index is asked for its beginning alone.
      const { turns, found } = await turnsOf('aaaaab');
      expect([found.length, new Set(found)]).toEqual([400, new Set(['in parts aaaaab'])]);
      expect(turns).toBeGreaterThanOrEqual(4);
    });

  test('finds a file of the media library by its name', async () => {
    const { id } = await upload(server, 'base.upload/documentUpload', '名称,价格\n', '秋茶价目表.csv');
    expect(await find('价目表')).toEqual([
      expect.objectContaining({ entity: 'media', id, title: '秋茶价目表.csv', path: `/media/${id}` }),
    ]);
    expect(await find('价目表', editor.token)).toEqual([]);
  });

  test('day B5: finds a product by its item number and the SKUs of its variants, in the palette, its list and on the site', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: '器', model: 'product' })).id;
    const product = (title: string, more: object) =>
      server.data('base.content/addProduct', { title, col_id, status: 1, ...more }).then(({ id }) => id);
    const skus = (...codes: string[]) => codes.map((sku) => ({ sku, stock: 1 }));
    const first = await product('盏', { sn: 'HZ-0042', skus: skus('hz-white-S', 'HZ-White-L') });
    await product('壶', { sn: 'HZ-00421', skus: skus('ZS-1') });
    type Page = { data: { title: string }[]; total: number };
    const listed = async (searchKey: string, token = server.token) => {
      const query = { model: 'product', searchKey };
      const { data, total } = await server.data<Page>('base.content/getContentList', query, { token });
      expect(data).toHaveLength(total);
      return data.map(({ title }) => title);
    };
    for (const code of ['hz-white-l', 'ＨＺ-white-S', 'white', 'e-']) {
      expect([code, await titles(code)]).toEqual([code, ['盏']]);
      expect([code, await listed(code)]).toEqual([code, ['盏']]);
    }
    expect(await listed('white 盏')).toEqual(['盏']);
    // The one whose code it is stands before newer ones whose codes contain it.
    expect(await titles('HZ-0042')).toEqual(['盏', '壶']);
    expect(await titles('ZS-1')).toEqual(['壶']);
    // Names of fields and other values of a variant are no codes.
    for (const other of ['stock', 'sku', 'null']) expect([other, await listed(other)]).toEqual([other, []]);
    const site = await server.data<Page>(
      'site.content/list',
      { model: 'product', searchKey: 'white-l' },
      { token: '' },
    );
    expect(site.data.map(({ title }) => title)).toEqual(['盏']);

    await server.data('base.content/editProduct', { id: first, skus: skus('BLUE-1') });
    expect([await titles('white'), await titles('blue-1'), await listed('blue')]).toEqual([[], ['盏'], ['盏']]);

    const role = await server.makeRole(contentRules);
    await server.data('base.admin/edit_role', {
      id: role,
      field_limits: JSON.stringify({ product: { skus: 'hidden' } }),
    });
    const { token } = await server.makeAdmin(role);
    const found = async (q: string) => (await find(q, token)).map(({ title }) => title);
    expect([await found('blue-1'), await listed('blue-1', token)]).toEqual([[], []]);
    expect([await found('HZ-0042'), await listed('HZ-0042', token)]).toEqual([
      ['盏', '壶'],
      ['壶', '盏'],
    ]);
  });

  test('day B5: finds a SKU that is asked for whole among hundreds that contain it', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: '型', model: 'product' })).id;
    const time = '2026-01-02T03:04:05Z';
    const system = { col_id, version: 1, sort: 0, status: 1, create_time: time, update_time: time };
    const rows = Array.from({ length: 620 }, (_, n) => ({
      ...system,
      title: `型号${n}`,
      slug: `mx${n}`,
      skus: JSON.stringify([{ sku: n === 0 ? 'MX-7' : `MX-7${n}` }]),
    }));
    await server.database.transaction(async (db) => {
      for (let at = 0; at < rows.length; at += 155)
        await generic(db)
          .insertInto('product')
          .values(rows.slice(at, at + 155))
          .execute();
      await bumpVersion(db, 'product');
    });
    expect((await titles('mx-7')).slice(0, 1)).toEqual(['型号0']);
  });

  test('day B5: finds a user by nickname, mobile number and e-mail address in the palette', async () => {
    const more = { nickname: '茶客小王', mobile: '13912345678', email: 'wang@tea.example' };
    await server.data('base.User/userAddEdit', { username: 'drinker', ...more });
    for (const q of ['小王', 'xiaowang', '1391234', 'wang@tea']) expect([q, await titles(q)]).toEqual([q, ['drinker']]);
  });

  test('looks in titles alone', async () => {
    await add('Plain', { tags: 'hidden-word', description: 'hidden-word' });
    expect(await titles('hidden-word')).toEqual([]);
  });

  test('puts the whole title first, then those that begin with it, and newer ones before older', async () => {
    for (const title of ['My rank', 'Rank', 'ranking 1', 'ranking 2', 'High rank', 'rank']) await add(title);
    expect(await titles('Rank')).toEqual(['rank', 'Rank', 'ranking 2', 'ranking 1', 'High rank', 'My rank']);
  });

  test('puts the shortest first of those that begin with it, so that a number is not lost among longer ones', async () => {
    for (const n of [5, 50, 51, 52, 53, 54, 55, 56, 57]) await add(`回 ${n} 讲`);
    expect((await titles('回 5'))[0]).toBe('回 5 讲');
  });

  test('puts a better hit of any entity before the others', async () => {
    await server.data('base.base/addColumn', { title: 'About mixed', model: 'article' });
    await add('mixed');
    expect(await titles('mixed')).toEqual(['mixed', 'About mixed']);
  });

  test('answers the newest 8 of an entity, the best hits among them however old', async () => {
    await add('crowd');
    for (let n = 1; n <= 10; n++) await add(`a crowd of ${n}`);
    const found = await titles('crowd');
    expect(found).toEqual(['crowd', ...[10, 9, 8, 7, 6, 5, 4].map((n) => `a crowd of ${n}`)]);
  });

  test('answers nothing to a blank question', async () => {
    for (const q of ['', ' ', '　']) expect(await find(q)).toEqual([]);
    expect(await server.data('base.Search/records')).toEqual([]);
  });

  test('refuses a question that is longer than any title may be asked for', async () => {
    const { body } = await server.call('base.Search/records', { q: 'x'.repeat(101) });
    expect(body).toMatchObject({ code: 0, data: { errors: { q: expect.any(String) } } });
  });

  describe('takes what is typed literally:', () => {
    beforeAll(async () => {
      for (const title of ['100% Wool', '100 Wool', 'snake_case', 'snakeXcase', 'back\\slash', "O'Brien"])
        await add(title);
    });
    test.each([
      ['100%', ['100% Wool']],
      ['%', ['100% Wool']],
      ['_', ['snake_case']],
      ['\\', ['back\\slash']],
      ["'", ["O'Brien"]],
      ["' or '1'='1", []],
      ['wOOL', ['100 Wool', '100% Wool']],
    ])('%j', async (q, found) => {
      expect(await titles(q)).toEqual(found);
    });
  });

  test('finds nothing of the recycle bin', async () => {
    const id = await add('binned');
    const column = (await server.data('base.base/addColumn', { title: 'binned too', model: 'article' })).id;
    expect(await titles('binned')).toEqual(['binned', 'binned too']);
    await server.data('base.content/deleteArticle', { aid: id });
    await server.data('base.base/deleteColumn', { col_id: column });
    expect(await titles('binned')).toEqual([]);
  });

  test('shows drafts: the console is where they are written', async () => {
    await add('unfinished', { status: 0 });
    expect(await titles('unfinished')).toEqual(['unfinished']);
  });

  test('finds what the caller may open, and no record of another screen', async () => {
    const seen = async (token: string) => new Set((await find('茶园', token)).map(({ entity }) => entity));
    expect(await seen(server.token)).toEqual(new Set(['column', 'article']));
    expect(await seen(editor.token)).toEqual(new Set(['article']));
    const nobody = await server.makeAdmin(await server.makeRole([]));
    expect(await seen(nobody.token)).toEqual(new Set());
    // The screen without the call that fills it opens nothing.
    const half = await server.makeAdmin(await server.makeRole(['/columnList']));
    expect(await seen(half.token)).toEqual(new Set());
    const whole = await server.makeAdmin(await server.makeRole(['base.base/getColumnList']));
    expect(await seen(whole.token)).toEqual(new Set(['column']));
  });

  test('for links finds columns and contents with their public address, state and column, as the configuration says', async () => {
    const shop = (await server.data('base.base/addColumn', { title: '链接甲', model: 'product', url_name: 'shop' })).id;
    const far = { title: '链接乙', model: 'article', link: 'https://example.org/far', status: 0 };
    await server.data('base.base/addColumn', far);
    const id = await add('链接丙', { slug: 'c', status: 1 });
    await add('链接丁', { slug: 'd', status: 0 });
    await server.data('base.base/addNavGroup', { title: '链接戊', ident: 'links' });
    const linked = async () =>
      Object.fromEntries(
        (await server.data<Record_[]>('base.Search/records', { q: '链接', linked: 1 })).map(
          ({ title, url, state, column }) => [title, [url, state, column]],
        ),
      );
    // The example site stands in for what is not configured.
    expect(await linked()).toMatchObject({
      链接甲: [`/site/#/column/${shop}`, '', ''],
      链接丙: [`/site/#/article/${id}`, 'published', '茶园新闻'],
    });
    await server.data('base.Config/saveConfig', {
      web_page_url: 'https://www.example.com/{model}/{slug}?preview={token}',
    });
    expect(await linked()).toMatchObject({
      链接甲: ['', '', ''],
      链接丙: ['https://www.example.com/article/c', 'published', '茶园新闻'],
    });
    await server.data('base.Config/saveConfig', { web_column_url: 'https://www.example.com/{slug}/' });
    expect(await linked()).toEqual({
      链接甲: ['https://www.example.com/shop/', '', ''],
      链接乙: ['https://example.org/far', 'hidden', ''],
      链接丙: ['https://www.example.com/article/c', 'published', '茶园新闻'],
      链接丁: ['https://www.example.com/article/d', 'draft', '茶园新闻'],
    });
  });

  test('finds no role or rule', async () => {
    expect(await find('超级管理员')).toEqual([]);
    expect(await find('角色列表')).toEqual([]);
  });

  test('day B5: finds administrators by user name, nickname and its initials, for who may open their list', async () => {
    const { username, id } = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id, nickname: '欧阳小红' });
    for (const q of [username, '小红', 'ouyang', 'oyxh'])
      expect(await find(q)).toEqual([
        expect.objectContaining({ entity: 'admin', id, title: `欧阳小红 (${username})`, path: `/adminList/${id}` }),
      ]);
    expect(await find('oyxh', editor.token)).toEqual([]);
    expect(await server.data('base.Search/records', { q: 'oyxh', linked: 1 })).toEqual([]);
  });

  test('answers nobody without a token', async () => {
    expect((await server.call('base.Search/records', { q: '茶园' }, { token: 'dead' })).status).toBe(401);
  });
});
