import { beforeAll, expect, test } from 'vitest';
import { contentRules, describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Outcome {
  done: number;
  failed: { id: number; msg: string }[];
  batch: string;
}

const mayNotPublish = '没有发布的权限：可以保存为草稿，或提交审核';

describeTestedDatabases('secure: publishing', (server) => {
  let author: TestAdmin;
  beforeAll(async () => {
    const rules = [
      'base.content/editArticle',
      'base.content/deleteArticle',
      '/columnList',
      'base.base/deleteColumn',
      'base.Recycle/restore',
    ];
    author = await server.makeAdmin(await server.makeRole([...contentRules, ...rules]));
  });
  const asAuthor = () => ({ token: author.token });
  const addColumn = async () => (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
  const addArticle = async (col_id: number, status: number) =>
    (await server.data('base.content/addArticle', { title: 'x', col_id, status })).id;
  const read = (id: number) =>
    server.database.db
      .selectFrom('article')
      .select(['col_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const remove = (ids: number[]) => server.data<Outcome>('base.Bulk/delete', { entity: 'article', ids });
  const restore = (entity: string, ...ids: number[]) =>
    server.data<Outcome>('base.Recycle/restore', { entity, ids }, asAuthor());

  test('secure A6: a published record comes back from the bin by who may publish, a draft by who may delete', async () => {
    const column = await addColumn();
    const [published, draft] = [await addArticle(column, 1), await addArticle(column, 0)];
    await remove([published, draft]);
    expect(await restore('article', published, draft)).toMatchObject({
      done: 1,
      failed: [{ id: published, msg: mayNotPublish }],
    });
    expect([(await read(published)).deleted_at, (await read(draft)).deleted_at]).toEqual([expect.any(String), null]);
  });

  test('secure A6: nor is somebody’s deletion of it undone', async () => {
    const id = await addArticle(await addColumn(), 1);
    const { batch } = await remove([id]);
    const undone = await server.data<Outcome>('base.Batch/undo', { batch }, asAuthor());
    expect(undone).toMatchObject({ done: 0, failed: [{ id, msg: mayNotPublish }] });
    expect((await read(id)).deleted_at).not.toBeNull();
  });

  test('secure A6: nor does it come back with its column', async () => {
    const [column, other] = [await addColumn(), await addColumn()];
    const published = await addArticle(column, 1);
    await addArticle(other, 0);
    for (const col_id of [column, other]) await server.data('base.base/deleteColumn', { col_id, cascade: 1 });
    expect(await restore('column', column, other)).toMatchObject({
      done: 1,
      failed: [{ id: column, msg: mayNotPublish }],
    });
    expect((await read(published)).deleted_at).not.toBeNull();
  });

  test('secure A6: nor is it moved to another column by the deletion of its own', async () => {
    const [column, target] = [await addColumn(), await addColumn()];
    const published = await addArticle(column, 1);
    const move = { col_id: column, move_to: target };
    expect(await server.call('base.base/deleteColumn', move, asAuthor())).toMatchObject({
      status: 200,
      body: { msg: mayNotPublish },
    });
    expect((await read(published)).col_id).toBe(column);
    await server.data('base.content/editArticle', { id: published, status: 0 });
    expect((await server.call('base.base/deleteColumn', move, asAuthor())).body.code).toBe(1);
    expect((await read(published)).col_id).toBe(target);
  });
});
