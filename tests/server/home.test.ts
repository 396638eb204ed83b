import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { modelNames } from '../../contract/models.ts';
import { fieldsOf } from '../proof/specification.ts';
import {
  contentRules,
  describeEachDatabase,
  describeTestedDatabases,
  type TestAdmin,
  type TestServer,
} from '../support/server.ts';

interface Home {
  counts: Record<string, number>;
  week: Record<string, number>;
  todo: { kind: string; n: number; path: string }[];
  visits: { day: string; pv: number; uv: number }[];
  recent: { username: string; title: string; target: string; target_id: number | null; name?: string }[];
  system: Record<string, string>;
}

const homeOf = (server: TestServer, token = server.token) => server.data<Home>('base.Data/welcomeDate', {}, { token });
const drafts = `/content/article?filter=${encodeURIComponent('{"state":"draft"}')}`;

describeEachDatabase('The home screen', (server, kind) => {
  let editor: TestAdmin;
  let nobody: TestAdmin;
  let news: number;
  let first: number;
  beforeAll(async () => {
    editor = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/addArticle']));
    nobody = await server.makeAdmin(await server.makeRole([]));
  });

  test('of an empty site holds zeros, 30 days without visits and nothing to do', async () => {
    const { counts, week, todo, visits } = await homeOf(server);
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['column', 'article', 'ad', 'user']));
    expect([...Object.values(counts), ...Object.values(week)].every((n) => n === 0)).toBe(true);
    expect(todo).toEqual([]);
    expect(visits).toHaveLength(30);
    expect(visits.every(({ pv, uv }) => pv === 0 && uv === 0)).toBe(true);
  });

  test('says what runs', async () => {
    const { version, database, node, started } = (await homeOf(server)).system;
    expect([version, database, node]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/), kind, process.versions.node]);
    expect(Date.parse(started ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('counts live records, and the records that this week’s operations touched once each', async () => {
    news = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
    const add = (title: string, more = {}) =>
      server.data('base.content/addArticle', { title, col_id: news, status: 1, ...more });
    first = (await add('First')).id;
    await server.data('base.content/editArticle', { id: first, title: 'First, edited' });
    await add('Second', { status: 0 });
    await add('Third', { status: 0 });
    await server.data('base.content/deleteArticle', { aid: (await add('Gone')).id });
    await server.call('base.content/editArticle', { id: first, title: '' });
    const { counts, week } = await homeOf(server);
    expect(counts).toMatchObject({ column: 1, article: 3, product: 0 });
    expect(week).toMatchObject({ column: 1, article: 4, product: 0 });
  });

  test('forgets after a week what was touched', async () => {
    const create_time = toIsoSeconds(new Date(Date.now() - 7 * 24 * 3600_000 - 5000));
    await server.database.transaction((db) =>
      db
        .updateTable('operation_log')
        .set({ create_time })
        .where('target', '=', 'article')
        .where('target_id', '=', first)
        .execute(),
    );
    expect((await homeOf(server)).week).toMatchObject({ column: 1, article: 3 });
  });

  test('counts no operation that failed', async () => {
    const failed = { username: 'x', title: 'x', path: 'x', params: '{}', target: 'column', target_id: 4711, code: 0 };
    const row = { ...failed, ip: '', user_agent: '', cost_ms: 0, batch: '', create_time: toIsoSeconds(new Date()) };
    await server.database.transaction((db) => db.insertInto('operation_log').values(row).execute());
    const { week, recent } = await homeOf(server);
    expect(week.column).toBe(1);
    expect(recent.map(({ target_id }) => target_id)).not.toContain(4711);
  });

  test('leads to the drafts that wait, and names nothing where none wait', async () => {
    expect((await homeOf(server)).todo).toEqual([{ kind: 'draft', n: 2, path: drafts }]);
    // B8: the drafts of every model are told.
    const { id: shop } = await server.data('base.base/addColumn', { title: 'Shop', model: 'product' });
    const { id: product } = await server.data('base.content/addProduct', { title: 'Tea', col_id: shop, status: 0 });
    const path = drafts.replace('article', 'product');
    expect((await homeOf(server)).todo).toContainEqual({ kind: 'draft', n: 1, path });
    await server.data('base.content/deleteProduct', { pid: product });
    const draft = await server.data<{ data: { id: number }[] }>('base.content/getContentList', {
      model: 'article',
      id: 0,
      status: 0,
    });
    for (const { id } of draft.data) await server.data('base.content/editArticle', { id, status: 1 });
    expect((await homeOf(server)).todo).toEqual([]);
    await server.data('base.content/editArticle', { id: first, status: 0 });
    await server.data('base.content/deleteArticle', { aid: first });
    expect((await homeOf(server)).todo).toEqual([]);
  });

  test('holds of a role with one screen that screen’s numbers, and its own operations alone', async () => {
    const { id } = await server.data(
      'base.content/addArticle',
      { title: 'Mine', col_id: news, status: 0 },
      { token: editor.token },
    );
    const { counts, week, todo, recent } = await homeOf(server, editor.token);
    expect(Object.keys(counts).sort()).toEqual([...modelNames].sort());
    expect(Object.keys(week).sort()).toEqual([...modelNames].sort());
    expect(todo).toEqual([{ kind: 'draft', n: 1, path: drafts }]);
    expect(recent[0]).toMatchObject({
      username: editor.username,
      title: '新增文章',
      target: 'article',
      target_id: id,
      name: 'Mine',
    });
    expect(new Set(recent.map(({ username }) => username))).toEqual(new Set([editor.username]));
  });

  test('holds of a role without screens nothing of the site', async () => {
    const { counts, week, todo, recent } = await homeOf(server, nobody.token);
    expect([counts, week, todo]).toEqual([{}, {}, []]);
    expect(recent.every(({ username }) => username === nobody.username)).toBe(true);
  });

  test('shows the last ten operations that are no sign-ins, the newest first, to a super administrator and whoever may read the log', async () => {
    for (let n = 1; n <= 11; n++) await server.data('base.base/addColumn', { title: `Column ${n}`, model: 'article' });
    const reader = await server.makeAdmin(await server.makeRole(['/operateLog', 'base.base/getOperateLog']));
    const last = await server.database.db
      .selectFrom('operation_log')
      .select(['id', 'username', 'path', 'title', 'target', 'target_id', 'create_time'])
      .where('code', '=', 1)
      .where('path', '<>', 'auth.auth/login')
      .orderBy('id', 'desc')
      .limit(10)
      .execute();
    const told = async (token?: string) => (await homeOf(server, token)).recent;
    const own = await told();
    expect(own).toEqual(last.map((each, at) => ({ ...each, nickname: '', name: own[at]?.name })));
    const columns = own.filter(({ target }) => target === 'column');
    expect(columns[0]?.name).toBe('Column 11');
    // If the reader may not open the screen of a record, its name is the one in the log.
    await server.data('base.base/editColumn', { id: columns[0]?.target_id, title: 'Renamed' });
    await server.data('base.base/editColumn', { id: columns[0]?.target_id, sort: 7 });
    const named = (await told(reader.token)).map(({ target, target_id, name }) => [target, target_id, name]);
    const at = columns[0]?.target_id;
    expect(named.slice(0, 2)).toEqual([
      ['column', at, ''],
      ['column', at, 'Renamed'],
    ]);
    expect(named).toContainEqual(['column', at, 'Column 11']);
  });

  test('B5: one’s own account is named for oneself, and for who may open administrators', async () => {
    const me = await server.makeAdmin(await server.makeRole(contentRules));
    const passwords = { password: me.password, new_password: 'another long enough one' };
    await server.data('auth.auth/changePassword', passwords, { token: me.token });
    const named = { title: '修改密码', target: 'admin', target_id: me.id, name: me.username };
    expect((await homeOf(server, me.token)).recent[0]).toMatchObject(named);
    expect((await homeOf(server)).recent[0]).toMatchObject(named);
  });
});

describe('In a time zone of its own', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Asia/Shanghai';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  describeEachDatabase('the home screen', (server) => {
    const hours = 3600_000;
    const ahead = 8 * hours;
    /** The start of the day in Shanghai that was `ago` days ago. `dayOf` gives the date of a time there. */
    const midnight = (ago: number) => Math.floor((Date.now() + ahead) / (24 * hours) - ago) * 24 * hours - ahead;
    const dayOf = (time: number) => new Date(time + ahead).toISOString().slice(0, 10);
    const visit = (time: number, ip: string, device = 'pc') =>
      server.database.transaction((db) =>
        db
          .insertInto('visitor_log')
          .values({ ...visitor, ip, device, create_time: toIsoSeconds(new Date(time)) })
          .execute(),
      );
    const seen = async () =>
      (await homeOf(server)).visits.filter(({ pv }) => pv > 0).map(({ day, pv, uv }) => [day, pv, uv]);

    test('counts visits by its days, pages and addresses apart, from 29 days ago until today', async () => {
      await visit(midnight(3), '10.0.0.1');
      await visit(midnight(3) + 5 * hours, '10.0.0.1');
      await visit(midnight(2) - 1000, '10.0.0.2', 'mobile');
      await visit(midnight(2), '10.0.0.1');
      await visit(midnight(29), '10.0.0.3');
      await visit(midnight(29) - 1000, '10.0.0.3');
      await visit(midnight(0), '10.0.0.4');
      expect(await seen()).toEqual([
        [dayOf(midnight(29)), 1, 1],
        [dayOf(midnight(3)), 3, 2],
        [dayOf(midnight(2)), 1, 1],
        [dayOf(midnight(0)), 1, 1],
      ]);
      const days = (await homeOf(server)).visits.map(({ day }) => day);
      expect(days).toEqual(Array.from({ length: 30 }, (_, at) => dayOf(midnight(29 - at))));
    });

    test('sees what is added to any day, and takes no spider for a visitor', async () => {
      await visit(midnight(0), '10.0.0.4');
      await visit(midnight(0), '10.0.0.5');
      await visit(midnight(3), '10.0.0.6');
      await visit(midnight(3), '10.0.0.7', 'spider');
      expect(await seen()).toEqual([
        [dayOf(midnight(29)), 1, 1],
        [dayOf(midnight(3)), 4, 3],
        [dayOf(midnight(2)), 1, 1],
        [dayOf(midnight(0)), 3, 2],
      ]);
    });
  });
});

const visitor = { region: '', url: '/', title: '', referer: '', keyword: '', os: '', browser: '', duration: 0 };

describeTestedDatabases('What the frame needs of the site', (server) => {
  test('The site’s name and logo are those of its configuration, and known to everyone', async () => {
    await server.data('base.Config/saveConfig', { web_title: '青坞茶业', web_logo: '/upload/logo.png' });
    const info = { web_title: '青坞茶业', web_logo: '/upload/logo.png' };
    expect(Object.keys(info)).toEqual(fieldsOf('Web info'));
    expect(await server.data('base.Data/webInfo', {}, { token: '' })).toEqual({ ...info, web_frame_hosts: '' });
    expect(await server.data('auth.auth/ini', {}, { token: '' })).toMatchObject(info);
  });

  test('The models that columns can hold are told with their titles, and which have one record a column', async () => {
    const data = await server.data<{ models: { model: string; single: number }[] }>('base.Data/webData');
    expect(Object.keys(data)).toEqual(expect.arrayContaining(fieldsOf('Web data')));
    const { models } = data;
    expect(models.map(({ model }) => model)).toEqual(modelNames);
    expect(models.filter(({ single }) => single === 1)).toEqual([{ model: 'single', title: '单页', single: 1 }]);
    const listed = await server.data<{ id: number; model: string }[]>('base.base/getModelList');
    expect(listed.map(({ id, model }) => [id, model])).toEqual(modelNames.map((model, at) => [at + 1, model]));
  });
});
