import { expect, test } from 'vitest';
import type { Version } from '../../contract/calls/version.ts';
import { article } from '../../contract/entities/article.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { versionedFields } from '../../server/engine/write/recordStates.ts';
import { thinVersions } from '../../server/versions/thinVersions.ts';
import { contentRules, describeEachDatabase } from '../support/server.ts';

type Values = Record<string, unknown>;
interface List {
  versions: Version[];
  total: number;
  days: number;
}

const names = versionedFields(article);
describeEachDatabase('Versions', (server) => {
  const column = async () => (await server.data('base.base/addColumn', { title: 'Versions', model: 'article' })).id;
  const edit = (id: number, values: Values) => server.data('base.content/editArticle', { id, ...values });
  const list = (id: number, params: Values = {}, token = server.token) =>
    server.data<List>('base.Version/list', { entity: 'article', id, limit: 100, ...params }, { token });
  const read = async (id: number, n: number) =>
    (await server.data<{ values: Values }>('base.Version/read', { entity: 'article', id, n })).values;
  const record = async (id: number): Promise<Values | undefined> => {
    const params = { model: 'article', ids: id };
    const { data } = await server.data<{ data: Values[] }>('base.content/getContentList', params);
    return data[0] && Object.fromEntries(names.map((name) => [name, data[0]?.[name]]));
  };
  test('say who wrote them by which call, and which fields; a change of nothing makes none', async () => {
    // Else publishing sets the time, if a second has passed.
    const given = { title: 'First', col_id: await column(), publish_time: '2026-01-01' };
    const { id } = await server.data('base.content/addArticle', given);
    await edit(id, { title: 'Second', subtitle: 'x' });
    await edit(id, { title: 'Second' });
    await server.data('base.Bulk/edit', { entity: 'article', ids: id, fields: { status: 1 } });
    await server.data('base.content/deleteArticle', { aid: id });
    await server.data('base.Recycle/restore', { entity: 'article', ids: id });
    const { versions, total, days } = await list(id);
    expect(versions.map(({ n, event, username, path, fields }) => [n, event, username, path, fields])).toEqual([
      [5, 'restore', 'admin', 'base.Recycle/restore', []],
      [4, 'delete', 'admin', 'base.content/deleteArticle', []],
      [3, 'update', 'admin', 'base.Bulk/edit', ['status']],
      [2, 'update', 'admin', 'base.content/editArticle', ['title', 'subtitle']],
      [1, 'create', 'admin', 'base.content/addArticle', names],
    ]);
    expect([total, days]).toEqual([5, 180]);
    expect((await list(id, { limit: 2, page: 2 })).versions.map(({ n }) => n)).toEqual([3, 2]);
  });

  test('of a record that is older than its versions begin with what it was before', async () => {
    const col_id = await column();
    const time = '2026-01-02T03:04:05Z';
    const row = { col_id, title: 'Old', status: 0, version: 1, sort: 0, create_time: time, update_time: time };
    const made = await server.database.transaction((db) =>
      db
        .insertInto('article')
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const id = Number(made.id);
    const before = await record(id);
    await edit(id, { title: 'New' });
    const { versions } = await list(id);
    expect(versions.map(({ n, event, create_time }) => [n, event, n === 1 ? create_time : ''])).toEqual([
      [2, 'update', ''],
      [1, 'base', time],
    ]);
    expect(await read(id, 1)).toEqual(before);
    expect(await read(id, 2)).toEqual({ ...before, title: 'New', slug: 'new' });
  });

  test('are for whoever may list the records, of live records, and of no entity with secrets', async () => {
    const { id } = await server.data('base.content/addArticle', { title: 'Mine', col_id: await column() });
    const reader = await server.makeAdmin(await server.makeRole(contentRules));
    const other = await server.makeAdmin(await server.makeRole(['base.User/list']));
    const calls = (params: Values, token: string) =>
      Promise.all([
        server.call('base.Version/list', params, { token }),
        server.call('base.Version/read', { ...params, n: 1 }, { token }),
      ]);
    const params = { entity: 'article', id };
    expect((await calls(params, reader.token)).map(({ body }) => body.code)).toEqual([1, 1]);
    expect((await calls(params, other.token)).map(({ status }) => status)).toEqual([403, 403]);
    expect((await calls(params, '')).map(({ status }) => status)).toEqual([401, 401]);
    for (const entity of ['admin', 'config_item', 'size', 'nothing'])
      expect((await calls({ entity, id: 1 }, server.token)).map(({ body }) => body.code)).toEqual([0, 0]);
    await server.data('base.content/deleteArticle', { aid: id });
    const gone = await calls(params, reader.token);
    expect(gone.map(({ body }) => body.code)).not.toContain(1);
    await server.data('base.Recycle/purge', { entity: 'article', ids: id });
    const { db } = server.database;
    const rows = db.selectFrom('record_version').select('id').where('entity', '=', 'article');
    expect(await rows.where('record_id', '=', id).execute()).toEqual([]);
  });

  test('of contents deleted and restored with their column are made too', async () => {
    const col_id = await column();
    const { id } = await server.data('base.content/addArticle', { title: 'Below', col_id, status: 1 });
    await server.data('base.base/deleteColumn', { col_id, cascade: 1 });
    await server.data('base.Recycle/restore', { entity: 'column', ids: col_id });
    const { versions } = await list(id);
    expect(versions.map(({ event, path, published }) => [event, path, published])).toEqual([
      ['restore', 'base.Recycle/restore', 1],
      ['delete', 'base.base/deleteColumn', 0],
      ['create', 'base.content/addArticle', 1],
    ]);
  });

  test('have the words with which a reviewer returned the text', async () => {
    const { id } = await server.data('base.content/addArticle', { title: 'Draft', col_id: await column(), status: 2 });
    await server.data('base.content/returnToAuthor', { entity: 'article', id, note: '标题太长' });
    expect((await list(id)).versions[0]).toMatchObject({ fields: ['status'], words: '标题太长' });
  });

  test('of a refused write are not made', async () => {
    const { id } = await server.data('base.content/addArticle', { title: 'Whole', col_id: await column() });
    const refused = await server.call('base.content/editArticle', { id, title: 'x'.repeat(999) });
    expect(refused.body.code).toBe(0);
    expect((await list(id)).total).toBe(1);
  });

  test('are described by whoever saved them and may still edit the record, in their list and when they are read', async () => {
    const writer = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/editArticle']));
    const { id } = await server.data('base.content/addArticle', { title: 'First', col_id: await column() });
    await server.data('base.content/editArticle', { id, title: 'Second' }, { token: writer.token });
    const describe = (n: number, words: string, token = writer.token) =>
      server.call('base.Version/describe', { entity: 'article', id, n, words }, { token });
    expect((await describe(2, ' 按法务的意见改了标题 ')).body.code).toBe(1);
    const own = (await list(id, {}, writer.token)).versions.map(({ n, words, is_own }) => [n, words, is_own]);
    expect(own).toEqual([
      [2, '按法务的意见改了标题', 1],
      [1, '', 0],
    ]);
    expect(await server.data('base.Version/read', { entity: 'article', id, n: 2 })).toMatchObject({
      words: own[0]?.[1],
    });
    expect((await describe(1, 'x')).body).toMatchObject({ code: 0, msg: '这个版本由他人保存，只有本人能写说明' });
    expect((await describe(9, 'x')).body.code).toBe(404);
    expect((await describe(1, 'x'.repeat(501), server.token)).body.code).toBe(0);
    const logged = { path: 'base.Version/describe', target: 'article', target_id: id };
    expect((await server.data<{ total: number }>('base.base/getOperateLog', logged)).total).toBe(1);
    const reader = await server.makeRole(contentRules);
    await server.data('base.admin/editAdmin', { id: writer.id, groupId: reader });
    const again = await server.signIn(writer.username, writer.password);
    expect((await describe(2, 'x', again)).body.code).toBe(403);
    expect((await list(id)).versions[0]?.words).toBe(own[0]?.[1]);
  });

  test('older than the configured days are merged into the last of their day but for what was published or described, and still fold', async () => {
    const { db } = server.database;
    const { id } = await server.data('base.content/addArticle', { title: 'v1', col_id: await column() });
    const states = new Map([[1, await record(id)]]);
    for (let n = 2; n <= 60; n++) {
      await edit(id, { title: `v${n}`, subtitle: `s${n % 7}`, status: n === 33 ? 1 : 0 });
      states.set(n, await record(id));
    }
    await server.data('base.Version/describe', { entity: 'article', id, n: 24, words: 'before the fair' });
    const ofRecord = () => db.updateTable('record_version').where('entity', '=', 'article').where('record_id', '=', id);
    const dayOf = (n: number) => toIsoSeconds(new Date(Date.now() - (200 - Math.floor(n / 10)) * 86_400_000));
    for (let n = 1; n <= 50; n++)
      await ofRecord()
        .set({ create_time: dayOf(n) })
        .where('n', '=', n)
        .execute();
    const even = toIsoSeconds(new Date(Date.now() - 86_400_000));
    await db.deleteFrom('log_cleaning').execute();
    await db
      .insertInto('log_cleaning')
      .values({ id: 1, last: toIsoSeconds(new Date()), even_since: even })
      .execute();
    const stop = new AbortController();
    await thinVersions(server.database, stop.signal, () => {});
    const { versions } = await list(id);
    const kept = [60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 39, 33, 29, 24, 19, 9];
    expect(versions.map(({ n }) => n)).toEqual(kept);
    for (const n of kept) expect(await read(id, n), `version ${n}`).toEqual(states.get(n));
    expect(await thinVersions(server.database, stop.signal, () => {})).toBe(0);
  });
});
