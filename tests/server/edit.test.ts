import { beforeAll, describe, expect, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { contentRules, describeEachDatabase, type Refused, type TestServer } from '../support/server.ts';

type Record_ = Record<string, unknown> & { id: number; version: number };

/** One whole article, as `ids` gives it. */
async function read(server: TestServer, id: number): Promise<Record_> {
  const page = await server.data<{ data: Record_[] }>('base.content/getContentList', { model: 'article', ids: id });
  return page.data[0] as Record_;
}

describeEachDatabase('Writing', (server) => {
  let col_id = 0;
  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
  });
  const make = async (fields: Record<string, unknown> = {}) =>
    (await server.data('base.content/addArticle', { title: 'A', col_id, ...fields })).id;
  const edit = (fields: Record<string, unknown>) => server.call<Refused>('base.content/editArticle', fields);

  test('a new record has its defaults, version 1 and the one who made it', async () => {
    const { id: admin_id } = await server.data('base.admin/getAdminInfo');
    const made = await read(server, await make());
    expect(made).toMatchObject({
      title: 'A',
      col_id,
      content: '',
      views: 0,
      sort: 0,
      status: 0,
      is_top: 0,
      expire_time: null,
      version: 1,
      admin_id,
      column_title: 'News',
      publish_time: made.create_time,
    });
    expect(made.create_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  describe('Form spellings', () => {
    test.each([
      ['', 0],
      ['0', 0],
      ['1', 1],
      ['true', 1],
      ['false', 0],
    ])('the flag %j is %j', async (is_top, stored) => {
      expect(await read(server, await make({ is_top }))).toMatchObject({ is_top: stored });
    });

    test.each([
      ['', null],
      ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00Z'],
      ['2026-11-21T17:30:00+08:00', '2026-11-21T09:30:00Z'],
      ['2026-11-21T09:30:00.123Z', '2026-11-21T09:30:00Z'],
      ['1795253400', '2026-11-21T09:30:00Z'],
      ['2026-11-21 09:30:00', `${new Date('2026-11-21T09:30:00').toISOString().slice(0, 19)}Z`],
    ])('the time %j is %j', async (expire_time, stored) => {
      expect(await read(server, await make({ expire_time }))).toMatchObject({ expire_time: stored });
    });

    test.each(['hello 5', '2026-02-31 10:00:00', '2026-13-01', '2026-11-21T25:00:00Z', '99999999999999999', '-1'])(
      'the time %j is refused',
      async (expire_time) => {
        const { body } = await server.call('base.content/addArticle', { title: 'A', col_id, expire_time });
        expect(body).toMatchObject({ code: 0, data: { errors: { expire_time: formatsZh.format_time } } });
      },
    );

    test('an empty number is its default where it has one, else nothing; 0 is 0', async () => {
      expect(await read(server, await make({ views: '', sort: '' }))).toMatchObject({ views: 0, sort: 0 });
      expect(await read(server, await make({ views: '12', sort: '-3' }))).toMatchObject({ views: 12, sort: -3 });
      const id = await make({ views: 7, sort: 7, status: 1 });
      await server.data('base.content/editArticle', { id, views: '', sort: '', status: '' });
      expect(await read(server, id)).toMatchObject({ views: 0, sort: 0, status: 0 });
    });

    test('a reference of 0 or nothing is none, and none is stored as null', async () => {
      for (const pid of ['', '0']) {
        const { id } = await server.data('base.base/addColumn', { title: 'Top', model: 'article', pid });
        const { data } = await server.data<{ data: unknown[] }>('base.base/getColumnList', { ids: id });
        expect(data).toMatchObject([{ pid: null }]);
      }
    });

    test('JSON takes the same values, and null for nothing', async () => {
      const headers = { 'content-type': 'application/json' };
      const draft = { title: 'J', col_id, views: 3, is_top: true, expire_time: null, sort: null, status: null };
      const { id } = await server.data('base.content/addArticle', draft, { headers });
      expect(await read(server, id)).toMatchObject({ views: 3, is_top: 1, expire_time: null, sort: 0, status: 0 });
    });
  });

  describe('An edit', () => {
    test('keeps the fields that are absent', async () => {
      const id = await make({
        content: '<p>long</p>',
        author: 'Li',
        views: 5,
        is_top: 1,
        publish_time: '2026-01-01T00:00:00Z',
      });
      const before = await read(server, id);
      await server.data('base.content/editArticle', { id, title: 'B' });
      const after = await read(server, id);
      expect(after).toEqual({ ...before, title: 'B', version: 2, update_time: after.update_time });
    });

    test('clears the fields that are empty', async () => {
      const id = await make({ content: '<p>long</p>', author: 'Li', is_top: 1, publish_time: '2026-01-01T00:00:00Z' });
      await server.data('base.content/editArticle', { id, content: '', author: '', is_top: '', publish_time: '' });
      expect(await read(server, id)).toMatchObject({ content: '', author: '', is_top: 0, publish_time: null });
    });

    test('cannot clear what is required', async () => {
      const id = await make();
      for (const empty of ['', ' ', '\t\n']) {
        const { body } = await edit({ id, title: empty });
        expect(body.data.errors).toEqual({ title: '必填' });
      }
      for (const empty of ['', '0']) {
        const { body } = await edit({ id, col_id: empty });
        expect(body.data.errors).toEqual({ col_id: '必填' });
      }
    });

    test('needs the id of a record', async () => {
      expect((await edit({ title: 'x' })).body.data.errors).toEqual({ id: '必填' });
      for (const id of ['', 0, -1, '1 or 1=1', 1.5])
        expect(Object.keys((await edit({ id })).body.data.errors)).toEqual(['id']);
    });

    test('cannot refer to what does not exist, nor to a column of another model', async () => {
      const { id: page } = await server.data('base.base/addColumn', { title: 'About', model: 'single' });
      const id = await make();
      for (const wrong of [4711, page])
        expect((await edit({ id, col_id: wrong })).body.data.errors).toEqual({ col_id: '所选记录不存在' });
    });
  });

  describe('A version', () => {
    test('that is stale is refused with 409 and the whole record as it now stands', async () => {
      const id = await make({ content: '<p>1</p>' });
      await server.data('base.content/editArticle', { id, version: 1, content: '<p>2</p>' });
      const { status, body } = await server.call('base.content/editArticle', { id, version: 1, title: 'late' });
      // B8: and who made it so.
      const by = { username: 'admin', nickname: '', time: expect.stringMatching(/^20.*Z$/) };
      expect(status).toBe(200);
      expect(body).toEqual({ code: 409, msg: '此记录已被他人修改', data: { current: await read(server, id), by } });
      expect(await read(server, id)).toMatchObject({ title: 'A', content: '<p>2</p>', version: 2 });
    });

    test('B8: who changed a record last is told to whoever may read its list', async () => {
      const id = await make();
      const { username, token } = await server.makeAdmin(
        await server.makeRole([...contentRules, 'base.content/editArticle']),
      );
      const asked = (entity: string, more = {}) => server.call('base.Data/lastEdit', { entity, ...more }, { token });
      await server.call('base.content/editArticle', { id, title: 'B' }, { token });
      await server.data('base.Config/saveConfig', { web_title: 'B' });
      const by = (name: string) => ({ username: name, nickname: '', time: expect.stringMatching(/^20.*Z$/) });
      expect((await asked('article', { id })).body.data).toEqual(by(username));
      expect((await asked('article', { id: 4711 })).body.data).toEqual({ username: '', nickname: '', time: null });
      expect((await asked('column', { id })).status).toBe(403);
      expect((await asked('system_config')).status).toBe(403);
      expect(await server.data('base.Data/lastEdit', { entity: 'system_config' })).toEqual(by('admin'));
      for (const entity of ['operation_log', 'visitor_log'])
        expect(await server.data('base.Data/lastEdit', { entity, id: 1 })).toEqual({
          username: '',
          nickname: '',
          time: null,
        });
      expect((await asked('nothing')).body.code).toBe(0);
    });

    test('that is not sent is not compared', async () => {
      const id = await make();
      for (const version of [2, 3])
        expect(await server.data('base.content/editArticle', { id, title: 'B' })).toEqual({ id, version });
    });

    test('lets one of ten edits at the same time through', async () => {
      const id = await make();
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          server.call('base.content/editArticle', { id, version: 1, title: `by ${n}` }),
        ),
      );
      const codes = replies.map(({ body }) => body.code).sort();
      expect(codes).toEqual([1, ...Array(9).fill(409)]);
      expect(await read(server, id)).toMatchObject({ version: 2 });
    });
  });
});
