import { beforeAll, expect, test } from 'vitest';
import { publishDue } from '../../server/content/liveCopies.ts';
import { rethrow } from '../support/rethrow.ts';
import { contentRules, describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

interface Outcome {
  done: number;
  failed: { id: number; msg: string }[];
  batch: string;
}

const mayNotPublish = '这会让内容出现在网站上，需要发布的权限：请联系能发布的人';

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
    // A record in the recycle bin is visible to nobody, so it does not prevent the move.
    await remove([await addArticle(column, 1)]);
    expect((await server.call('base.base/deleteColumn', move, asAuthor())).body.code).toBe(1);
    expect((await read(published)).col_id).toBe(target);
  });

  test('secure A6: nor does it become visible with its column, by whatever way', async () => {
    const importing = [
      'base.base/editColumn',
      'base.base/addColumn',
      'base.Transfer/import',
      'base.base/getColumnList',
    ];
    const { token } = await server.makeAdmin(await server.makeRole([...contentRules, '/columnList', ...importing]));
    const publisher = await server.makeAdmin(
      await server.makeRole([...contentRules, '/columnList', ...importing, 'base.content/publish?entity=article']),
    );
    const addColumnIn = async (pid: number, status: number) =>
      (await server.data('base.base/addColumn', { title: 'News', model: 'article', pid, status })).id;
    const hidden = await addColumnIn(0, 0);
    const [column, empty] = [await addColumnIn(hidden, 1), await addColumnIn(0, 0)];
    const id = await addArticle(column, 1);
    const isPublic = async () =>
      (await server.call('site.content/read', { model: 'article', id }, { token: '' })).body.code === 1;
    const shown = await server.data<Outcome>('base.Bulk/edit', {
      entity: 'column',
      ids: [hidden],
      fields: '{"status":1}',
    });
    expect(await isPublic()).toBe(true);
    const { batch } = await server.data<Outcome>('base.Bulk/edit', {
      entity: 'column',
      ids: [hidden],
      fields: '{"status":0}',
    });
    const importCsv = async () => {
      const form = new FormData();
      form.append('entity', 'column');
      form.append('file', new Blob([`id,status\n${hidden},1\n`]), 'x.csv');
      const options = { method: 'POST', headers: { authorization: token }, body: form };
      return (await fetch(`${server.url}/api/base.Transfer/import`, options)).text();
    };
    // An article in a column that stays hidden does not matter.
    const top = await addColumnIn(0, 0);
    await addArticle(await addColumnIn(top, 0), 1);
    const ways: (() => Promise<unknown>)[] = [
      () => server.call('base.base/editColumn', { id: hidden, status: 1 }, { token }),
      () => server.call('base.base/editColumn', { id: column, pid: 0 }, { token }),
      () => server.call('base.Bulk/edit', { entity: 'column', ids: [hidden], fields: '{"status":1}' }, { token }),
      () => server.call('base.Batch/undo', { batch }, { token }),
      importCsv,
    ];
    for (const way of ways) {
      expect(JSON.stringify(await way())).toContain(mayNotPublish);
      expect(await isPublic()).toBe(false);
    }
    expect(shown.done).toBe(1);
    for (const edit of [
      { id: empty, status: 1 },
      { id: top, status: 1 },
      { id: hidden, title: 'Renamed' },
      { id: hidden, status: 0 },
    ])
      expect((await server.call('base.base/editColumn', edit, { token })).body.code).toBe(1);
    const edit = { id: hidden, status: 1 };
    expect((await server.call('base.base/editColumn', edit, { token: publisher.token })).body.code).toBe(1);
    expect(await isPublic()).toBe(true);
  });

  test('secure A7: what somebody has seen of a draft is what they publish', async () => {
    const id = await addArticle(await addColumn(), 0);
    const seen = { entity: 'article', id, version: 1 };
    await server.data('base.content/editArticle', { id, title: 'Not seen' }, asAuthor());
    const refused = await server.call('base.content/publish', seen);
    expect(refused.body).toMatchObject({ code: 409, data: { current: { title: 'Not seen' } } });
    expect(await server.data('base.content/publish', { ...seen, version: 2 })).toMatchObject({ id });
  });

  test('secure A7: a time is set for one’s own working copy as one has seen it', async () => {
    const id = await addArticle(await addColumn(), 1);
    const about = { entity: 'article', id };
    const live_time = '2099-01-01T00:00:00Z';
    const schedule = (more: object = {}) =>
      server.call('base.content/scheduleWorkingCopy', { ...about, live_time, ...more });
    const type = async (title: string, token: string) =>
      server.data<{ digest: string }>('base.content/saveWorkingCopy', { ...about, values: { title } }, { token });
    const { digest } = await type('Typed', author.token);
    for (const more of [{}, { digest }])
      expect((await schedule(more)).body).toMatchObject({ code: 0, data: { by: author.username } });
    await server.data('base.content/takeWorkingCopy', about);
    await type('Typed in another tab', server.token);
    expect((await schedule({ digest })).body).toMatchObject({
      code: 0,
      msg: '作者后来又做了修改，请看过最新的内容再发布',
    });
    const latest = await type('Seen', server.token);
    expect((await schedule({ digest: latest.digest })).body.code).toBe(1);
  });

  test.each(['password', 'factor'])(
    'secure A6: a time that was set by an account that may not publish yet, because of its %s, publishes nothing',
    async (what) => {
      const rules = [...contentRules, 'base.content/publish?entity=article', 'base.content/editArticle'];
      const role = await server.makeRole(rules);
      const admin = await server.makeAdmin(role);
      const id = await addArticle(await addColumn(), 1);
      const about = { entity: 'article', id };
      await server.data('base.content/saveWorkingCopy', { ...about, values: { title: 'New' } }, admin);
      await server.data('base.content/scheduleWorkingCopy', { ...about, live_time: '2099-01-01T00:00:00Z' }, admin);
      if (what === 'password')
        await server.data('base.admin/editAdmin', { id: admin.id, password: 'Known-to-nobody-7' });
      else await server.data('base.admin/edit_role', { id: role, factor: 1, factor_days: 0 });
      expect((await server.call('base.content/publish', about, admin)).body.code).not.toBe(1);
      const { db } = server.database;
      const due = { live_time: '2020-01-01T00:00:00Z' };
      await db.updateTable('working_copy').set(due).where('record_id', '=', id).execute();
      await publishDue(server.database, rethrow);
      const copies = db.selectFrom('working_copy').select('live_time').where('record_id', '=', id);
      await expect.poll(() => copies.execute()).toEqual([{ live_time: null }]);
      const record = db.selectFrom('article').select('title').where('id', '=', id);
      expect((await record.executeTakeFirstOrThrow()).title).toBe('x');
    },
  );

  test.each([
    ['base.content/editArticle', 'Old'],
    ['base.content/deleteArticle', 'New'],
  ])(
    'secure A6: a time that was set while the role had %s and no longer has it leaves the title %s',
    async (lost, title) => {
      const kept = [...contentRules, 'base.content/publish?entity=article'];
      const both = ['base.content/editArticle', 'base.content/deleteArticle'];
      const admin = await server.makeAdmin(await server.makeRole([...kept, ...both]));
      const id = await addArticle(await addColumn(), 1);
      await server.data('base.content/editArticle', { id, title: 'Old' });
      const about = { entity: 'article', id };
      await server.data('base.content/saveWorkingCopy', { ...about, values: { title: 'New' } }, admin);
      await server.data('base.content/scheduleWorkingCopy', { ...about, live_time: '2099-01-01T00:00:00Z' }, admin);
      const left = await server.makeRole([...kept, ...both.filter((rule) => rule !== lost)]);
      const { db } = server.database;
      await db.updateTable('admin').set({ groupId: left }).where('id', '=', admin.id).execute();
      const due = { live_time: '2020-01-01T00:00:00Z' };
      await db.updateTable('working_copy').set(due).where('record_id', '=', id).execute();
      // The server itself may have done this already.
      await publishDue(server.database, rethrow);
      const times = db.selectFrom('working_copy').select('live_time').where('record_id', '=', id);
      await expect.poll(async () => (await times.execute()).filter(({ live_time }) => live_time)).toEqual([]);
      const record = db.selectFrom('article').select('title').where('id', '=', id);
      expect((await record.executeTakeFirstOrThrow()).title).toBe(title);
    },
  );

  test('secure A17: a draft is withdrawn from review by its author and by a reviewer alone', async () => {
    const rules = [...contentRules, 'base.content/editArticle'];
    const [other, reviewer] = [
      await server.makeAdmin(await server.makeRole(rules)),
      await server.makeAdmin(await server.makeRole([...rules, 'base.content/publish?entity=article'])),
    ];
    const id = await addArticle(await addColumn(), 0);
    const about = { entity: 'article', id };
    const status = async () =>
      (await server.database.db.selectFrom('article').select('status').where('id', '=', id).executeTakeFirstOrThrow())
        .status;
    for (const by of [author, reviewer]) {
      await server.data('base.content/submitForReview', about, asAuthor());
      const ways: [path: string, params: object][] = [
        ['base.content/withdrawFromReview', about],
        ['base.content/editArticle', { id, status: 0 }],
      ];
      for (const [path, params] of ways)
        expect((await server.call(path, { ...params }, { token: other.token })).body).toMatchObject({
          code: 0,
          msg: '它由他人送审：只有送审的人和审核者可以撤回',
        });
      expect(await status()).toBe(2);
      await server.data('base.content/editArticle', { id, title: 'Mended' }, { token: other.token });
      await server.data('base.content/withdrawFromReview', about, { token: by.token });
      expect(await status()).toBe(0);
    }
  });

  test('secure A7: a draft with somebody’s working copy is published with its version, not by the copy’s digest alone', async () => {
    const id = await addArticle(await addColumn(), 0);
    const about = { entity: 'article', id };
    const { digest } = await server.data<{ digest: string }>(
      'base.content/saveWorkingCopy',
      { ...about, values: { title: 'Seen' } },
      asAuthor(),
    );
    await server.data('base.content/editArticle', { id, content: '<p>Not seen</p>' });
    const publish = (more: object) => server.call<Refused>('base.content/publish', { ...about, digest, ...more });
    expect((await publish({})).body).toMatchObject({ code: 0, data: { errors: { version: expect.any(String) } } });
    expect((await publish({ version: 1 })).body.code).toBe(409);
  });

  test('secure A17: nor is a change of a published record that somebody has taken over', async () => {
    const other = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/editArticle']));
    const about = { entity: 'article', id: await addArticle(await addColumn(), 1) };
    await server.data('base.content/saveWorkingCopy', { ...about, values: { title: 'Submitted' } }, asAuthor());
    await server.data('base.content/submitForReview', about, asAuthor());
    await server.data('base.content/takeWorkingCopy', about, { token: other.token });
    const withdraw = async (token: string) =>
      (await server.call('base.content/withdrawFromReview', about, { token })).body.msg;
    const refused = '它由他人送审：只有送审的人和审核者可以撤回';
    expect(await withdraw(other.token)).toBe(refused);
    // Discarding it or submitting it once more does not withdraw it either.
    const discard = (by: object) => server.call('base.content/discardWorkingCopy', about, by);
    expect((await discard({ token: other.token })).body.msg).toBe(refused);
    await server.data('base.content/submitForReview', about, { token: other.token });
    expect(await withdraw(other.token)).toBe(refused);
    await server.data('base.content/takeWorkingCopy', about, asAuthor());
    expect((await server.call('base.content/withdrawFromReview', about, asAuthor())).body.code).toBe(1);
    // A change that was returned is no longer in review.
    await server.data('base.content/submitForReview', about, asAuthor());
    await server.data('base.content/returnToAuthor', { ...about, note: 'Mend it' });
    await server.data('base.content/takeWorkingCopy', about, { token: other.token });
    expect((await discard({ token: other.token })).body.code).toBe(1);
  });

  test('secure A6: a draft that gives up a slug takes no earlier address from what is published', async () => {
    const col_id = await addColumn();
    const id = await addArticle(col_id, 1);
    for (const slug of ['first', 'second']) await server.data('base.content/editArticle', { id, slug });
    const shown = async () =>
      (await server.call('site.content/read', { model: 'article', col_id, slug: 'first' }, { token: '' })).body.data;
    expect(await shown()).toMatchObject({ id, is_moved: 1 });
    const rules = [...contentRules, 'base.content/addArticle', 'base.content/editArticle'];
    const { token } = await server.makeAdmin(await server.makeRole(rules));
    const draft = await server.data('base.content/addArticle', { title: 'x', col_id, slug: 'first' }, { token });
    await server.data('base.content/editArticle', { id: draft.id, slug: 'third' }, { token });
    expect(await shown()).toMatchObject({ id, is_moved: 1 });
  });
});
