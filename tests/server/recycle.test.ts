import { describe, expect, test } from 'vitest';
import { generic } from '../../server/database/tables.ts';
import { contentRules, describeTestedDatabases } from '../support/server.ts';

interface Deleted {
  id: number;
  entity: string;
  title: string;
  deleted_at: string;
  deleted_by: string;
  holds: Record<string, number>;
}
interface Outcome {
  done: number;
  failed: { id: number; title: string; msg: string }[];
}

describeTestedDatabases('The recycle bin', (server) => {
  const column = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...fields })).id;
  const article = async (col_id: number, title = 'x') =>
    (await server.data('base.content/addArticle', { title, col_id })).id;
  const user = async (username: string, mobile = '') =>
    (await server.data('base.User/userAddEdit', { username, mobile })).id;
  const bin = (params: Record<string, unknown> = {}, token = server.token) =>
    server.data<{ data: Deleted[]; total: number }>('base.Recycle/list', { limit: 100, ...params }, { token });
  const inBin = async (entity: string, id: number) => (await bin({ entity })).data.find((row) => row.id === id);
  const restore = (entity: string, ...ids: number[]) => server.data<Outcome>('base.Recycle/restore', { entity, ids });
  const purge = (entity: string, ...ids: number[]) => server.data<Outcome>('base.Recycle/purge', { entity, ids });
  const live = async (model: string, id: number) =>
    (await server.data<{ total: number }>('base.content/getContentList', { model, ids: id })).total === 1;
  const columnIsThere = async (id: number) =>
    (await server.data<{ total: number }>('base.base/getColumnList', { ids: id })).total === 1;

  test('shows what was deleted, of every entity or of one, the last first, with who did it', async () => {
    const { token } = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/deleteArticle']));
    const col = await column('News');
    const id = await article(col, 'Deleted by another');
    // The last one who deletes it is named.
    await server.data('base.content/deleteArticle', { aid: id });
    await restore('article', id);
    await server.data('base.content/deleteArticle', { aid: id }, { token });
    const other = await user('gone_user');
    await server.data('base.User/UserDelete', { id: other });
    const deletedAt = (entity: string, of: number, deleted_at: string) =>
      generic(server.database.db).updateTable(entity).set({ deleted_at }).where('id', '=', of).execute();
    const isOne = (row: Deleted) => [`article ${id}`, `user ${other}`].includes(`${row.entity} ${row.id}`);
    const listed = async () => (await bin()).data.filter(isOne).map(({ entity }) => entity);
    await deletedAt('article', id, '2026-01-02T03:04:06Z');
    await deletedAt('user', other, '2026-01-02T03:04:05Z');
    expect(await listed()).toEqual(['article', 'user']);
    await deletedAt('user', other, '2026-01-02T03:04:07Z');
    expect(await listed()).toEqual(['user', 'article']);
    const mine = await inBin('article', id);
    expect(mine).toMatchObject({
      title: 'Deleted by another',
      deleted_by: expect.stringMatching(/^admin./),
      holds: {},
    });
    expect(mine?.deleted_at).toMatch(/Z$/);
    expect((await inBin('user', other))?.deleted_by).toBe('admin');
    expect((await bin({ entity: 'user' })).data.every(({ entity }) => entity === 'user')).toBe(true);
    expect((await bin({ searchKey: 'DELETED by' })).data.map((row) => row.id)).toEqual([id]);
  });

  test('gives a record back, and its list shows it again', async () => {
    const id = await article(await column('Back'), 'Back again');
    await server.data('base.content/deleteArticle', { aid: id });
    expect(await live('article', id)).toBe(false);
    expect(await restore('article', id)).toMatchObject({ done: 1, failed: [] });
    expect(await live('article', id)).toBe(true);
    expect(await inBin('article', id)).toBeUndefined();
    const again = await restore('article', id);
    expect(again).toMatchObject({ done: 0, failed: [{ id, title: 'Back again', msg: '它不在回收站里' }] });
  });

  test('gives a column back with all that went with it, and nothing that was deleted before', async () => {
    const top = await column('Top');
    const below = await column('Below', { pid: top });
    const [before, inTop, inBelow] = [await article(top), await article(top), await article(below)];
    await server.data('base.content/deleteArticle', { aid: before });
    await server.data('base.base/deleteColumn', { col_id: top, cascade: 1 });
    expect((await inBin('column', top))?.holds).toEqual({ column: 1, article: 2 });
    for (const [entity, id] of [
      ['column', below],
      ['article', inTop],
      ['article', inBelow],
    ] as const)
      expect(await inBin(entity, id), entity).toBeUndefined();
    expect(await restore('column', top)).toMatchObject({ done: 1, failed: [] });
    expect([await columnIsThere(top), await columnIsThere(below)]).toEqual([true, true]);
    expect([await live('article', inTop), await live('article', inBelow), await live('article', before)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('refuses a record whose column is there no more, by its name, and goes on with the others', async () => {
    const col = await column('Closed column');
    const lost = await article(col);
    await server.data('base.content/deleteArticle', { aid: lost });
    await server.data('base.base/deleteColumn', { col_id: col });
    const fine = await article(await column('Open'));
    await server.data('base.content/deleteArticle', { aid: fine });
    const { done, failed } = await restore('article', lost, fine);
    expect({ done, failed: failed.map(({ id, msg }) => [id, msg]) }).toEqual({
      done: 1,
      failed: [[lost, '所属的“Closed column”也在回收站里，请先恢复它']],
    });
    expect([await live('article', lost), await live('article', fine)]).toEqual([false, true]);
    await restore('column', col);
    expect((await restore('article', lost)).done).toBe(1);
  });

  test('refuses a record whose column has another model by now', async () => {
    const col = await column('Turned');
    const id = await article(col);
    await server.data('base.content/deleteArticle', { aid: id });
    await server.data('base.base/editColumn', { id: col, model: 'product' });
    expect((await restore('article', id)).failed[0]?.msg).toContain('Turned');
  });

  test('refuses a column under one that is in the bin', async () => {
    const top = await column('Upper');
    const below = await column('Lower', { pid: top });
    await server.data('base.base/deleteColumn', { col_id: below });
    await server.data('base.base/deleteColumn', { col_id: top });
    expect((await restore('column', below)).failed[0]?.msg).toContain('Upper');
    expect(await restore('column', top)).toMatchObject({ done: 1 });
    expect(await restore('column', below)).toMatchObject({ done: 1 });
  });

  test('D4: refuses a record whose name another one took meanwhile, and names record and field', async () => {
    const id = await user('taken_name', '13800001111');
    await server.data('base.User/UserDelete', { id });
    const taker = await user('taken_name', '13800002222');
    const refused = await restore('user', id);
    expect(refused).toMatchObject({ done: 0, failed: [{ id, title: 'taken_name' }] });
    expect(refused.failed[0]).toMatchObject({
      msg: '“taken_name”已被“taken_name”使用，不能恢复“taken_name”',
      errors: { username: '“taken_name”已被“taken_name”使用' },
    });
    await server.data('base.User/userAddEdit', { id: taker, username: 'other_name' });
    expect((await restore('user', id)).done).toBe(1);
  });

  test('gives a column whose URL name was taken another one', async () => {
    const id = await column('About us');
    await server.data('base.base/deleteColumn', { col_id: id });
    await column('About us');
    expect(await restore('column', id)).toMatchObject({ done: 1, failed: [] });
    const { data } = await server.data<{ data: { url_name: string }[] }>('base.base/getColumnList', { ids: id });
    expect(data[0]?.url_name).toBe('about-us-2');
  });

  test('lets a record go for good', async () => {
    const id = await article(await column('Purged'));
    await server.data('base.content/deleteArticle', { aid: id });
    expect(await purge('article', id)).toEqual({ done: 1, failed: [] });
    expect(await inBin('article', id)).toBeUndefined();
    expect(await restore('article', id)).toMatchObject({ done: 0, failed: [{ msg: '它不在回收站里' }] });
  });

  test('lets a column go with all that hangs on it', async () => {
    const col = await column('Doomed');
    const below = await column('Doomed below', { pid: col });
    const early = await article(col);
    const late = await article(below);
    await server.data('base.content/deleteArticle', { aid: early });
    await server.data('base.Category/addEditCategory', { title: 'Shelf', cid: col });
    await server.data('base.content/addContentParams', { title: 'Colour', name: 'colour', cid: col });
    await server.data('base.base/deleteColumn', { col_id: col, cascade: 1 });
    expect(await purge('column', col)).toEqual({ done: 1, failed: [] });
    for (const [table, id] of [
      ['column', col],
      ['column', below],
      ['article', early],
      ['article', late],
    ] as const) {
      const left = await server.database.db.selectFrom(table).select('id').where('id', '=', id).execute();
      expect(left, table).toEqual([]);
    }
    for (const table of ['category', 'content_param'] as const)
      expect(await server.database.db.selectFrom(table).select('id').where('cid', '=', col).execute(), table).toEqual(
        [],
      );
  });

  test('keeps what a live record still refers to', async () => {
    const col = await column('Linked');
    const group_id = (await server.data('base.base/addNavGroup', { title: 'Head menu' })).id;
    await server.data('base.base/addNav', { title: 'To it', group_id, col_id: col });
    await server.data('base.base/deleteColumn', { col_id: col });
    expect(await purge('column', col)).toMatchObject({ done: 0, failed: [{ id: col, title: 'Linked' }] });
    expect((await restore('column', col)).done).toBe(1);
  });

  test('lets nothing go that is not in it', async () => {
    const id = await article(await column('Live'));
    expect((await purge('article', id)).failed).toHaveLength(1);
    expect(await live('article', id)).toBe(true);
  });

  test('has only the entities that have one', async () => {
    for (const entity of ['size', 'admin', 'single', 'nothing', 'constructor']) {
      const { body } = await server.call('base.Recycle/restore', { entity, ids: [1] });
      expect(body, entity).toMatchObject({ code: 0, data: { errors: { entity: expect.any(String) } } });
    }
  });

  describe('for a role with its rules alone', () => {
    const rules = ['/recycle', 'base.Recycle/list', 'base.Recycle/restore', 'base.Recycle/purge'];

    test('is empty, and refuses to restore and to purge', async () => {
      const { token } = await server.makeAdmin(await server.makeRole(rules));
      const id = await article(await column('Hidden'));
      await server.data('base.content/deleteArticle', { aid: id });
      expect(await bin({}, token)).toEqual({ data: [], total: 0 });
      for (const path of ['base.Recycle/restore', 'base.Recycle/purge'])
        expect((await server.call(path, { entity: 'article', ids: [id] }, { token })).status, path).toBe(403);
      expect(await inBin('article', id)).toBeDefined();
    });

    test('opens what the role may delete', async () => {
      const more = [...rules, ...contentRules, 'base.content/deleteArticle'];
      const { token } = await server.makeAdmin(await server.makeRole(more));
      const id = await article(await column('Seen'));
      await server.data('base.content/deleteArticle', { aid: id });
      const seen = (await bin({}, token)).data;
      expect(seen.map((row) => row.id)).toContain(id);
      expect(new Set(seen.map(({ entity }) => entity))).toEqual(new Set(['article']));
    });
  });
});
