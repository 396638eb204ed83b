import { beforeAll, describe, expect, test } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { describeEachDatabase, startServer } from '../support/server.ts';

type Article = Record<string, unknown> & { id: number; title: string };
type Page = { data: Article[]; total: number };

describeEachDatabase('The content list', (server) => {
  let news = 0;
  let jobs = 0;
  const add = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.content/addArticle', { title, col_id: news, ...fields })).id;
  const list = (params: Record<string, unknown> = {}) =>
    server.data<Page>('base.content/getContentList', { model: 'article', ...params });
  const titles = async (params: Record<string, unknown>) => (await list(params)).data.map(({ title }) => title);

  beforeAll(async () => {
    news = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
    jobs = (await server.data('base.base/addColumn', { title: 'Jobs', model: 'article' })).id;
  });

  test('of a column holds its articles and those of the columns below it; of column 0 all', async () => {
    const parent = (await server.data('base.base/addColumn', { title: 'Parent', model: 'article' })).id;
    const child = (await server.data('base.base/addColumn', { title: 'Child', model: 'article', pid: parent })).id;
    await add('in parent', { col_id: parent });
    await add('in child', { col_id: child });
    expect(await titles({ id: child })).toEqual(['in child']);
    expect(await titles({ id: parent })).toEqual(['in child', 'in parent']);
    expect((await list({ id: 0 })).total).toBe((await list()).total);
    expect(await list({ id: 4711 })).toEqual({ data: [], total: 0 });
    const { data } = await list({ id: child });
    expect(data).toMatchObject([{ col_id: child, column_title: 'Child' }]);
  });

  test('has pages of ten, or of the size asked for, lower sort first and then the newest', async () => {
    for (let n = 1; n <= 12; n++) await add(`page ${n}`, { col_id: jobs });
    await add('page first', { col_id: jobs, sort: -1 });
    const first = await list({ id: jobs });
    expect(first.total).toBe(13);
    expect(first.data.map(({ title }) => title).slice(0, 3)).toEqual(['page first', 'page 12', 'page 11']);
    expect(first.data).toHaveLength(10);
    expect(await titles({ id: jobs, page: 2 })).toEqual(['page 3', 'page 2', 'page 1']);
    expect(await titles({ id: jobs, page: 3, limit: 5 })).toEqual(['page 3', 'page 2', 'page 1']);
    expect(await list({ id: jobs, page: 4, limit: 5 })).toEqual({ data: [], total: 13 });
  });

  test('B6: begins with what is pinned, then comes what was added last, whenever it was published; by another field that alone counts', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'Pins', model: 'article' })).id;
    const added = {
      old: { is_top: 1 },
      b: {},
      late: { publish_time: '2020-01-01T00:00:00Z' },
      first: { sort: -1 },
      pin: { is_top: 1 },
    };
    for (const [title, more] of Object.entries(added)) await add(title, { col_id, ...more });
    expect(await titles({ id: col_id })).toEqual(['pin', 'old', 'first', 'late', 'b']);
    expect(await titles({ id: col_id, sort: 'sort', order: 'asc' })).toEqual(['pin', 'old', 'first', 'late', 'b']);
    expect(await titles({ id: col_id, sort: 'title', order: 'asc' })).toEqual(['b', 'first', 'late', 'old', 'pin']);
    await server.data('base.content/addVideo', {
      title: 'unpinned',
      video_url: '/upload/a.mp4',
      col_id: (await server.data('base.base/addColumn', { title: 'Films', model: 'video' })).id,
    });
    expect((await server.data<Page>('base.content/getContentList', { model: 'video', page: 1 })).total).toBe(1);
  });

  test('B2, B6: is narrowed by the state that its times make of a record now, and by the time of publishing', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'States', model: 'article' })).id;
    const day = (days: number) => toIsoSeconds(new Date(Date.now() + days * 86_400_000));
    const articles = {
      half: { status: 0, publish_time: day(1) },
      shown: { status: 1 },
      ending: { status: 1, publish_time: day(-9), expire_time: day(1) },
      later: { status: 1, publish_time: day(2), expire_time: day(3) },
      over: { status: 1, publish_time: day(-9), expire_time: day(-1) },
    };
    for (const [title, fields] of Object.entries(articles)) await add(title, { col_id, ...fields });
    const found = async (params: Record<string, unknown>) => {
      const { data, total } = await list({ id: col_id, ...params });
      expect(total).toBe(data.length);
      return data.map(({ title, state }) => `${title} ${state}`);
    };
    expect(await found({ state: 'draft' })).toEqual(['half draft']);
    expect(await found({ state: 'scheduled' })).toEqual(['later scheduled']);
    expect(await found({ state: 'published' })).toEqual(['ending published', 'shown published']);
    expect(await found({ state: 'expired' })).toEqual(['over expired']);
    expect(await found({ state: 'published', searchKey: 'end' })).toEqual(['ending published']);
    expect(await found({ state: 'scheduled', searchKey: 'shown' })).toEqual([]);
    expect(await found({ state: 'published', status: 0 })).toEqual([]);
    expect(await found({ state: 'published', status: 0, searchKey: 'end' })).toEqual([]);
    expect(await found({ from: day(-10), to: day(-8) })).toEqual(['over expired', 'ending published']);
    expect(await found({ from: day(-10), state: 'expired' })).toEqual(['over expired']);
    const { ids } = await server.data<{ ids: number[] }>('base.Bulk/select', {
      entity: 'article',
      filter: { col_id, state: 'expired', to: day(0) },
    });
    expect(ids).toHaveLength(1);
    await server.data('base.content/editArticle', { id: ids[0], expire_time: '' });
    expect(await found({ state: 'expired' })).toEqual([]);
    const refused = await server.call('base.content/getContentList', { model: 'article', state: 'sleeping' });
    expect(refused.body.data).toHaveProperty('errors.state');
    const message = await server.call('base.content/getContentList', { model: 'message', state: 'draft' });
    expect(message.body.data).toHaveProperty('errors.state');
  });

  test('leaves the content out of its rows, and gives it whole where one record is asked for', async () => {
    const [one, other] = [await add('whole', { content: '<p>long</p>' }), await add('beside')];
    const pair = await list({ ids: [one, other] });
    expect(pair.total).toBe(2);
    for (const row of pair.data) expect(row).not.toHaveProperty('content');
    expect((await list({ ids: one })).data).toMatchObject([{ id: one, content: '<p>long</p>' }]);
    expect(await list({ ids: [4711] })).toEqual({ data: [], total: 0 });
  });

  test('is sorted and filtered by what the model declares, nothing before anything', async () => {
    const times = { 'time b': '2026-02-01T00:00:00Z', 'time none': null, 'time c': '2026-03-01T00:00:00Z' };
    for (const [title, expire_time] of Object.entries(times)) {
      const id = await add(title, { is_top: title === 'time b' ? 1 : 0, views: title.length });
      await server.data('base.content/editArticle', { id, publish_time: expire_time ?? '' });
    }
    const sorted = (order: string) => titles({ searchKey: 'time ', sort: 'publish_time', order });
    expect(await sorted('asc')).toEqual(['time none', 'time b', 'time c']);
    expect(await sorted('desc')).toEqual(['time c', 'time b', 'time none']);
    expect(await titles({ searchKey: 'time ', sort: 'views' })).toEqual(['time b', 'time c', 'time none']);
    expect(await titles({ searchKey: 'time ', is_top: 1 })).toEqual(['time b']);
  });

  describe('A search', () => {
    beforeAll(async () => {
      for (const title of [
        '100% Wool',
        '100 Wool',
        'snake_case',
        'snakeXcase',
        'back\\slash',
        "O'Brien",
        '新闻《头条》',
        'ÉCOLE',
      ])
        await add(title);
      await add('by tag', { tags: 'rare-tag,other' });
    });

    test.each([
      ['100%', ['100% Wool']],
      ['%', ['100% Wool']],
      ['_', ['snake_case']],
      ['snake_c', ['snake_case']],
      ['\\', ['back\\slash']],
      ["'", ["O'Brien"]],
      ["' or '1'='1", []],
      ["'; drop table article; --", []],
      ['wOOL', ['100 Wool', '100% Wool']],
      ['《头条', ['新闻《头条》']],
      ['école', []],
      ['École', ['ÉCOLE']],
      ['Rare-Tag', ['by tag']],
    ])('for %j finds %j', async (searchKey, found) => {
      expect(await titles({ searchKey })).toEqual(found);
      expect((await list({ searchKey })).total).toBe(found.length);
    });

    test('for nothing finds all', async () => {
      expect((await list({ searchKey: '' })).total).toBe((await list()).total);
    });
  });

  test('shows nothing of the recycle bin', async () => {
    const id = await add('to the bin');
    const before = (await list()).total;
    await server.data('base.content/deleteArticle', { aid: id });
    expect((await list()).total).toBe(before - 1);
    expect((await list({ ids: id })).data).toEqual([]);
    expect((await server.call('base.content/editArticle', { id, title: 'x' })).body.code).toBe(404);
    expect((await server.call('base.content/deleteArticle', { aid: id })).body.code).toBe(404);
    const kept = server.database.db.selectFrom('article').select('title').where('id', '=', id);
    expect(await kept.execute()).toEqual([{ title: 'to the bin' }]);
  });

  test('counts right after a write of another process', async () => {
    const other = await startServer({ beside: server });
    const totals = async () =>
      Promise.all(
        [server, other].map(
          async (each) => (await each.data<Page>('base.content/getContentList', { model: 'article' })).total,
        ),
      );
    const [before = 0] = await totals();
    const { id } = await other.data('base.content/addArticle', { title: 'from the other', col_id: news });
    expect(await totals()).toEqual([before + 1, before + 1]);
    await server.data('base.content/deleteArticle', { aid: id });
    expect(await totals()).toEqual([before, before]);
    await other.stop();
  });
});
