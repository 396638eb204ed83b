import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { generic } from '../../server/database/tables.ts';
import { contentRules, describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

const locked = '您的角色不能填写此项';

describeTestedDatabases('secure: what a role does not see', (server) => {
  /** Makes an administrator whose role has these rules and limits. */
  async function limited(rules: string[], limits: { fields?: object; columns?: number[] }): Promise<TestAdmin> {
    const role = await server.makeRole([...contentRules, ...rules]);
    const { fields = {}, columns = [] } = limits;
    await server.data('base.admin/edit_role', {
      id: role,
      field_limits: JSON.stringify(fields),
      columns: JSON.stringify(columns),
    });
    return server.makeAdmin(role);
  }
  const addColumn = async (model = 'article') =>
    (await server.data('base.base/addColumn', { title: 'News', model })).id;

  test('secure A8: whether a hidden value is in use is not told', async () => {
    const rules = ['base.content/addProduct', 'base.content/editProduct'];
    const { token } = await limited(rules, { fields: { product: { skus: 'hidden' } } });
    const col_id = await addColumn('product');
    const skus = (sku: string) => JSON.stringify([{ sku, price: '1.00', stock: 1 }]);
    await server.data('base.content/addProduct', { title: 'Taken', col_id, skus: skus('TAKEN-1') });
    const { id } = await server.data('base.content/addProduct', { title: 'Own', col_id });
    for (const sku of ['TAKEN-1', 'FREE-1'])
      for (const [path, more] of [
        ['base.content/addProduct', { title: 'x', col_id }],
        ['base.content/editProduct', { id }],
      ] as const) {
        const { body } = await server.call<{ errors: object }>(path, { ...more, skus: skus(sku) }, { token });
        expect([path, sku, body.data.errors]).toEqual([path, sku, { skus: locked }]);
      }
  });

  test('secure A8: the digest of an unsaved text says nothing of hidden values to who would guess them', async () => {
    const { token } = await limited(['base.content/editArticle'], { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn(), status: 1 });
    const about = { entity: 'article', id };
    const values = { author: 'Secret' };
    const saved = await server.data<{ digest: string }>('base.content/saveWorkingCopy', { ...about, values });
    const { copies } = await server.data<{ copies: { digest: string; values: object }[] }>(
      'base.content/getWorkingCopy',
      about,
      { token },
    );
    expect(copies).toMatchObject([{ digest: saved.digest, values: {} }]);
    const guess = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(values)));
    expect(saved.digest).not.toBe(Buffer.from(guess).toString('hex'));
  });

  test('secure A8: the digest of an unsaved text is not that of another record or kind with the same values', async () => {
    const rules = ['base.content/editArticle', 'base.content/addProduct', 'base.content/addArticle'];
    const { token } = await limited(rules, { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn(), status: 1 });
    const values = { title: 'Seen', author: 'Secret' };
    const save = (about: object, as = {}) =>
      server.data<{ digest: string }>('base.content/saveWorkingCopy', { ...about, values }, as);
    const { digest } = await save({ entity: 'article', id });
    const guesses = [
      await save({ entity: 'product', id: 0 }, { token }),
      await save({ entity: 'article', id: 0 }),
      await save({
        entity: 'article',
        id: (await server.data('base.content/addArticle', { title: 'y', col_id: await addColumn() })).id,
      }),
    ];
    expect(guesses.map((guess) => guess.digest)).not.toContain(digest);
    expect((await save({ entity: 'article', id, digest })).digest).toBe(digest);
  });

  test('secure A8: versions of which a role sees only some are told, however many there are', async () => {
    const { token } = await limited([], { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', {
      title: 'Counted',
      col_id: await addColumn(),
      status: 1,
    });
    const { db } = server.database;
    // There are more versions than a statement takes values, and the role sees nothing of every second one.
    await sql`insert into record_version (entity, record_id, n, event, username, path, published, words, fields, changes, base, create_time)
      with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < ${70_000})
      select 'article', ${id}, n, 'edit', '', '', 0, '', case when n % 2 = 0 then '["author"]' else '["views"]' end, '{}',
      0, '2026-01-02T03:04:05Z' from numbers`.execute(db);
    const asked = { entity: 'article', id, page: 2, limit: 2 };
    const told = await server.data<{ versions: { n: number }[]; total: number }>('base.Version/list', asked, { token });
    expect(told).toMatchObject({ versions: [{ n: 69_995 }, { n: 69_993 }], total: 35_000 });
  });

  test('secure A8: a hidden mark orders no list', async () => {
    const { token } = await limited([], { fields: { article: { is_top: 'hidden' } } });
    const col_id = await addColumn();
    const ids: number[] = [];
    for (const is_top of [0, 1, 0])
      ids.push((await server.data('base.content/addArticle', { title: 'listed', col_id, is_top })).id);
    const listed = async (by: string, more: object = {}) =>
      (
        await server.data<{ data: { id: number }[] }>(
          'base.content/getContentList',
          { model: 'article', id: col_id, ...more },
          { token: by },
        )
      ).data.map(({ id }) => id);
    const withoutTop = ids.toReversed();
    expect(await listed(server.token)).toEqual([ids[1], ids[2], ids[0]]);
    for (const more of [{}, { searchKey: 'listed' }]) expect(await listed(token, more)).toEqual(withoutTop);
  });

  test('secure A8: the times of advertisements bound each other, so that none is hidden, and one that was is told by no home screen', async () => {
    const rules = ['/advertise', 'base.base/getAdList'];
    const { id: group_id } = await server.data('base.base/addAdGroup', { title: 'Slides', ident: 'slides-a8' });
    const end_time = new Date(Date.now() + 3600_000).toISOString().replace(/\.\d+/, '');
    await server.data('base.base/addAd', { title: 'Ends', group_id, end_time, status: 1, org_img: '/x.png' });
    const role = await server.makeRole([...contentRules, ...rules]);
    const { token } = await server.makeAdmin(role);
    const isTold = async () => {
      const { todo } = await server.data<{ todo: { kind: string }[] }>('base.Data/welcomeDate', {}, { token });
      return todo.some(({ kind }) => kind === 'ad_ending');
    };
    expect(await isTold()).toBe(true);
    const field_limits = JSON.stringify({ ad: { end_time: 'hidden' } });
    const { body } = await server.call<{ errors: object }>('base.admin/edit_role', { id: role, field_limits });
    expect(Object.keys(body.data.errors)).toEqual(['field_limits']);
    // An earlier version accepted this limit.
    await server.database.db.updateTable('role').set({ field_limits }).where('id', '=', role).execute();
    expect(await isTold()).toBe(false);
  });

  test('secure A8: what users looked at is told of the role’s columns alone', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const { token } = await limited(['/history_list', 'base.User/historyList'], { columns: [own] });
    for (const col_id of [own, other])
      await server.database.db
        .insertInto('history')
        .values({
          username: 'u',
          user_id: null,
          title: `in ${col_id}`,
          model: 'article',
          col_id,
          content_id: 1,
          create_time: '2026-11-01T00:00:00Z',
        } as never)
        .execute();
    const { data } = await server.data<{ data: { col_id: number }[] }>('base.User/historyList', {}, { token });
    expect(data.map(({ col_id }) => col_id)).toEqual([own]);
  });

  test('secure A8: an import’s dry run answers the same of a record elsewhere and of none', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const { token } = await limited(['base.content/addArticle', 'base.content/editArticle', 'base.Transfer/import'], {
      columns: [own],
    });
    await server.data('base.content/addContentParams', {
      title: 'Colour',
      name: 'colour',
      cid: own,
      sid: 0,
      type: 'number',
    });
    const { id } = await server.data('base.content/addArticle', { title: 'elsewhere', col_id: other });
    const answer = async (row: number) => {
      const form = new FormData();
      for (const [name, value] of [
        ['entity', 'article'],
        ['dry_run', '1'],
      ] as const)
        form.append(name, value);
      form.append('file', new Blob([`id,title,params.colour\n${row},x,red\n`], { type: 'text/csv' }), 'x.csv');
      const reply = await fetch(`${server.url}/api/base.Transfer/import`, {
        method: 'POST',
        headers: { authorization: token },
        body: form,
      });
      return JSON.stringify(await reply.json()).replaceAll(`"${row}"`, '"#"');
    };
    expect(await answer(id)).toBe(await answer(999_999));
  });

  test('secure A20: a history has no row for a change of hidden fields alone', async () => {
    const { token } = await limited([], { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn() });
    await server.data('base.content/editArticle', { id, author: 'Secret' });
    await server.data('base.content/editArticle', { id, author: 'Another', title: 'y' });
    const seenBy = async (by: string) => {
      const about = { entity: 'article', id };
      const { versions, total } = await server.data<{ versions: { fields: string[] }[]; total: number }>(
        'base.Version/list',
        about,
        { token: by },
      );
      return [
        total,
        versions.map(({ fields }) => fields.filter((field) => ['author', 'title'].includes(field)).toSorted()),
      ];
    };
    expect(await seenBy(server.token)).toMatchObject([3, [['author', 'title'], ['author'], expect.any(Array)]]);
    expect(await seenBy(token)).toMatchObject([2, [['title'], ['title']]]);
  });

  test('secure A20: a version of hidden fields alone is read by nobody from whom they are hidden, and who made it is not told', async () => {
    const rules = ['base.content/editArticle'];
    const { token } = await limited(rules, { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn() });
    await server.data('base.content/editArticle', { id, author: 'Secret' });
    const about = { entity: 'article', id, n: 2 };
    await server.data('base.Version/describe', { ...about, words: 'The author is secret now' });
    expect(await server.data('base.Version/read', about)).toMatchObject({ words: 'The author is secret now' });
    for (const n of [2, 3]) {
      expect((await server.call('base.Version/read', { ...about, n }, { token })).body.code).toBe(404);
      const described = { ...about, n, words: 'x' };
      expect((await server.call('base.Version/describe', described, { token })).body.code).toBe(404);
    }
    const lastEdit = () => server.data<object>('base.Data/lastEdit', { entity: 'article', id }, { token });
    const conflict = () => server.call('base.content/editArticle', { id, title: 'y', version: 1 }, { token });
    expect(await lastEdit()).not.toMatchObject({ username: 'admin' });
    expect(await conflict()).toMatchObject({ body: { code: 409, data: { current: { title: 'x' }, by: null } } });
    await server.data('base.content/editArticle', { id, title: 'z' });
    expect(await lastEdit()).toMatchObject({ username: 'admin' });
    expect(await conflict()).toMatchObject({ body: { data: { current: { title: 'z' }, by: { username: 'admin' } } } });
  });

  test('secure A8: who may write records and not list them is not answered one that somebody else has changed', async () => {
    const user = await server.data('base.User/userAddEdit', { username: 'reader', mobile: '13900001111' });
    const saved = await server.call<{ version: number }>('base.Config/saveConfig', {
      config: { check_words: 'secret' },
    });
    expect(saved.body.code).toBe(1);
    const writes: [string, string, (own: number) => object][] = [
      ['base.User/userAddEdit', 'base.User/list', () => ({ id: user.id, username: 'reader', version: 99 })],
      ['base.admin/editAdmin', 'base.admin/getAdminList', (own) => ({ id: own, nickname: 'x', version: 99 })],
      ['base.Config/saveConfig', 'base.Config/sysConfig', () => ({ config: { check_words: '' }, version: 999_999 })],
    ];
    for (const [write, read, params] of writes)
      for (const [rules, isRead] of [
        [[write], false],
        [[write, read], true],
      ] as const) {
        const admin = await server.makeAdmin(
          await server.makeRole(['/user_list', '/adminList', '/systemConfig', ...rules]),
        );
        const { body } = await server.call<object>(write, { ...params(admin.id) }, { token: admin.token });
        expect([write, body.code, 'current' in body.data]).toEqual([write, 409, isRead]);
      }
  });

  test('secure A8: who may purge records and not list them is told no titles of those that are refused', async () => {
    const { id } = await server.data('base.User/userAddEdit', { username: 'kept' });
    const rules = ['/user_list', 'base.User/UserDelete', 'base.Recycle/purge'];
    const refusedFor = async (more: string[]) => {
      const { token } = await server.makeAdmin(await server.makeRole([...rules, ...more]));
      const params = { entity: 'user', ids: id };
      return (await server.data<{ failed: object[] }>('base.Recycle/purge', params, { token })).failed;
    };
    expect(await refusedFor([])).toMatchObject([{ id, title: '' }]);
    expect(await refusedFor(['base.User/list'])).toMatchObject([{ id, title: 'kept' }]);
  });

  test('secure A8: with a hidden reply it is hidden too who gave it and when', async () => {
    const { token } = await limited([], { fields: { message: { reply: 'hidden' } } });
    const col_id = await addColumn('message');
    await server.data('base.base/editColumn', { id: col_id, status: 1 });
    const time = '2026-01-02T03:04:05Z';
    const { id } = await generic(server.database.db)
      .insertInto('message')
      .values({ col_id, name: 'Li', content: 'x', create_time: time, update_time: time, version: 1, sort: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.data('base.content/editMessage', { id, reply: 'An answer' });
    const rowFor = async (by: string) => {
      const query = { model: 'message', id: col_id };
      return (await server.data<{ data: object[] }>('base.content/getContentList', query, { token: by })).data[0];
    };
    expect(await rowFor(server.token)).toMatchObject({ reply_admin_id: 1, reply_time: expect.any(String) });
    expect(Object.keys((await rowFor(token)) ?? {}).filter((name) => name.startsWith('reply'))).toEqual([]);
  });

  test('secure A8: a tag is renamed where one may list, and nothing is said of where one may not', async () => {
    const rules = ['base.content/getContentList?model=article', 'base.content/editArticle', 'base.Tag/rename'];
    const { token } = await server.makeAdmin(await server.makeRole(['/content', ...rules]));
    await server.data('base.content/addProduct', {
      title: 'x',
      col_id: await addColumn('product'),
      tags: 'Merger2027',
    });
    const rename = async (title: string) => (await server.call('base.Tag/rename', { title, to: 'y' }, { token })).body;
    const nothing = { code: 1, data: { total: 0 } };
    expect([await rename('Merger2027'), await rename('Merger2028')]).toMatchObject([nothing, nothing]);
    await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn(), tags: 'Merger2027' });
    expect(await rename('Merger2027')).toMatchObject({ code: 1, data: { total: 1 } });
    const left = await server.data<{ title: string }[]>('base.Tag/list', { searchKey: 'Merger2027' });
    expect(left).toEqual([{ title: 'Merger2027', total: 1 }]);
  });

  test('secure A8: what is moved with a column comes in the order of its ids, and not of a hidden mark', async () => {
    const { token } = await limited(
      ['base.base/deleteColumn', 'base.content/editArticle', 'base.content/publish?entity=article'],
      {
        fields: { article: { is_top: 'hidden' } },
      },
    );
    const [col_id, to] = [await addColumn(), await addColumn()];
    const time = '2026-01-02T03:04:05Z';
    const system = { col_id, version: 1, sort: 0, status: 0, create_time: time, update_time: time };
    // There are more rows than one statement takes, and some of the last are pinned.
    const rows = Array.from({ length: 150 }, (_, n) => ({
      title: `Row ${n}`,
      slug: `row-${n}`,
      is_top: Number(n % 40 === 39),
    }));
    const added = generic(server.database.db)
      .insertInto('article')
      .values(rows.map((row) => ({ ...system, ...row })));
    const ids = (await added.returning('id').execute()).map(({ id }) => Number(id));
    await server.data('base.base/deleteColumn', { col_id, move_to: to }, { token });
    const versions = await server.database.db
      .selectFrom('record_version')
      .select('record_id')
      .where('entity', '=', 'article')
      .where('event', '=', 'update')
      .where('record_id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(versions.map(({ record_id }) => Number(record_id))).toEqual(ids);
  });

  test('secure A20: what a batch changed in hidden fields alone is not among what undoing it would do', async () => {
    const rules = ['base.content/editArticle'];
    const { token } = await limited(rules, { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn() });
    const changed = async (fields: object) =>
      (await server.data<{ batch: string }>('base.Bulk/edit', { entity: 'article', ids: id, fields })).batch;
    const [hidden, seen] = [await changed({ author: 'Secret' }), await changed({ source: 'Told' })];
    const asked = (batch: string) => server.data('base.Batch/read', { batch }, { token });
    expect(await asked(hidden)).toEqual({ ready: 0, undone: 0, gone: 0, changed: [] });
    expect(await asked(seen)).toEqual({ ready: 1, undone: 0, gone: 0, changed: [] });
    const undone = await server.data('base.Batch/undo', { batch: hidden }, { token });
    expect(undone).toMatchObject({ done: 0, changed: [], failed: [] });
    const both = await changed({ author: 'Both', source: 'Both' });
    expect(await server.data('base.Batch/undo', { batch: both }, { token })).toMatchObject({ done: 1, failed: [] });
    type Page = { data: object[] };
    const { data } = await server.data<Page>('base.content/getContentList', { model: 'article', ids: `${id}` });
    expect(data).toMatchObject([{ author: 'Both', source: 'Told' }]);
    // The hidden rest can still be undone by somebody who sees it.
    expect(await server.data('base.Batch/read', { batch: both })).toMatchObject({ ready: 1, changed: [] });
  });

  test('secure A20: what a working copy holds in a hidden field is published by who sees it, and not named to others', async () => {
    const rules = ['base.content/editArticle', 'base.content/publish?entity=article'];
    const { token } = await limited(rules, { fields: { article: { author: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: await addColumn(), status: 1 });
    const about = { entity: 'article', id };
    const typed = { ...about, values: { author: 'Secret' } };
    const { digest } = await server.data<{ digest: string }>('base.content/saveWorkingCopy', typed);
    const refused = { code: 0, msg: '这份修改里有您看不到的内容，请由能看到的人发布', data: null };
    const said = async (call: string, more: object = {}) =>
      (await server.call(`base.content/${call}`, { ...about, ...more }, { token })).body;
    expect(await said('publish', { digest })).toMatchObject(refused);
    expect(await said('takeWorkingCopy')).toMatchObject({ code: 1 });
    expect(await said('publish')).toMatchObject(refused);
    expect(await said('submitForReview')).toMatchObject(refused);
    expect(await said('scheduleWorkingCopy', { live_time: '2099-01-01T00:00:00Z' })).toMatchObject(refused);
  });

  test('secure A8: a preview shows nothing of a column of others that is typed into the copy', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const param = { cid: other, sid: 0, name: 'margin', title: 'Margin', type: 'text', value: 'Secret' };
    await server.data('base.content/addContentParams', param);
    await server.data('base.content/addArticle', { title: 'x', slug: 'taken', col_id: other });
    const rules = ['addArticle', 'editArticle', 'publish?entity=article'].map((call) => `base.content/${call}`);
    const { token } = await limited(rules, { columns: [own] });
    const { id } = await server.data('base.content/addArticle', { title: 'x', slug: 'taken', col_id: own }, { token });
    const about = { entity: 'article', id };
    const { url } = await server.data<{ url: string }>('base.content/previewLink', about, { token });
    const preview = /preview=([^&#]+)/.exec(url)?.[1];
    const shown = async () => (await server.call('site.content/read', { preview }, { token: '' })).body.data;
    const before = await shown();
    expect(before).toMatchObject({ col_id: own, slug: 'taken' });
    await server.data('base.content/saveWorkingCopy', { ...about, values: { col_id: other } }, { token });
    expect(await shown()).toEqual(before);
    // It cannot be submitted or scheduled either, because publishing it would be refused.
    await server.data('base.content/editArticle', { id, status: 1 });
    for (const [call, more] of [['submitForReview'], ['scheduleWorkingCopy', { live_time: '2099-01-01T00:00:00Z' }]])
      expect(
        (await server.call(`base.content/${call}`, { ...about, ...(more as object) }, { token })).body,
      ).toMatchObject({
        data: { errors: { col_id: '所选记录不存在' } },
      });
  });

  test('secure A20: what stops a publication in a hidden text is not quoted', async () => {
    const rules = ['base.content/editArticle', 'base.content/publish?entity=article'];
    const { token } = await limited(rules, { fields: { article: { content: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', {
      title: 'x',
      col_id: await addColumn(),
      content: '<p>13812345678 最好</p>',
    });
    await server.data('base.Config/saveConfig', { check_block: 'phone,words', check_words: '最好' });
    try {
      const publish = (by: string) =>
        server.call<{ errors: Record<string, string> }>(
          'base.content/publish',
          { entity: 'article', id },
          { token: by },
        );
      expect((await publish(server.token)).body.data.errors).toHaveProperty('content');
      const { body } = await publish(token);
      expect(body).toMatchObject({
        code: 0,
        data: { errors: { status: '您看不到的一项内容不符合发布要求，请联系能看到的人' } },
      });
      expect(JSON.stringify(body)).not.toMatch(/138|最好/);
    } finally {
      await server.data('base.Config/saveConfig', { check_block: '', check_words: '' });
    }
  });

  test('secure A8: what is restored tells nothing of a hidden value that somebody else has taken', async () => {
    const rules = ['base.content/deleteProduct', 'base.Recycle/restore', '/columnList', 'base.base/deleteColumn'];
    const [own, other] = [await addColumn('product'), await addColumn('product')];
    const { token } = await limited(rules, { fields: { product: { skus: 'hidden' } }, columns: [own] });
    const seeing = await limited(rules, { columns: [own] });
    const skus = (sku: string) => JSON.stringify([{ sku, price: '1.00', stock: 1 }]);
    const add = async (title: string, col_id: number, sku: string) =>
      (await server.data('base.content/addProduct', { title, col_id, skus: skus(sku) })).id;
    const id = await add('Mine', own, 'SECRET-1');
    const { batch } = await server.data<{ batch: string }>('base.Bulk/delete', { entity: 'product', ids: [id] });
    await add('Foreign title', other, 'SECRET-1');
    const restore = async (by: string, entity: string, of: number) =>
      JSON.stringify((await server.call('base.Recycle/restore', { entity, ids: [of] }, { token: by })).body);
    const replies = [
      await restore(token, 'product', id),
      JSON.stringify((await server.call('base.Batch/undo', { batch }, { token })).body),
    ];
    await add('Too', own, 'SECRET-2');
    await server.data('base.base/deleteColumn', { col_id: own, cascade: 1 });
    await add('Foreign title', other, 'SECRET-2');
    replies.push(await restore(token, 'column', own));
    for (const reply of replies) {
      expect(reply).toContain('看不到的一个值');
      expect(reply).not.toMatch(/secret|foreign/i);
    }
    expect(await restore(seeing.token, 'column', own)).toContain('secret-2');
  });

  test('secure A8: of a value that a record beyond one’s columns has, it is told that it is taken, and not by what', async () => {
    const [col_id, elsewhere] = [await addColumn('product'), await addColumn('product')];
    const rules = ['addProduct', 'editProduct', 'deleteProduct'].map((call) => `base.content/${call}`);
    const { token } = await limited([...rules, 'base.Recycle/restore'], { columns: [col_id] });
    const skus = (sku: string) => JSON.stringify([{ sku, price: '1.00', stock: 1 }]);
    const ask = async (path: string, params: Record<string, unknown>) =>
      (await server.call<Refused>(path, params, { token })).body;
    await server.data('base.content/addProduct', { title: 'Unseen', col_id: elsewhere, skus: skus('SERIES-1') });
    await server.data('base.content/addProduct', { title: 'Seen', col_id, skus: skus('SERIES-2') });
    const { id } = await server.data('base.content/addProduct', { title: 'Own', col_id, skus: skus('SERIES-3') });
    for (const [path, more] of [
      ['base.content/addProduct', { title: 'x', col_id }],
      ['base.content/editProduct', { id }],
    ] as const) {
      const { data } = await ask(path, { ...more, skus: skus('SERIES-1') });
      expect(data.errors).toEqual({ 'skus.0.sku': '已被使用' });
      expect((await ask(path, { ...more, skus: skus('SERIES-2') })).data.errors).toEqual({
        'skus.0.sku': '此 SKU 已被“Seen”使用，请换一个',
      });
    }
    await server.data('base.Bulk/delete', { entity: 'product', ids: [id] });
    await server.data('base.content/addProduct', { title: 'Unseen too', col_id: elsewhere, skus: skus('SERIES-3') });
    const restored = await ask('base.Recycle/restore', { entity: 'product', ids: String(id) });
    expect(JSON.stringify(restored)).toContain('“SERIES-3”已被您看不到的记录使用，不能恢复“Own”');
    expect(JSON.stringify(restored)).not.toContain('Unseen');
  });

  test('secure A8: a hidden field that a move empties does not stop the move', async () => {
    const [from, to] = [await addColumn(), await addColumn()];
    const { token } = await limited(['base.content/editArticle'], { fields: { article: { category_id: 'hidden' } } });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: from });
    await server.data('base.content/editArticle', { id, col_id: to }, { token });
    const refused = await server.call('base.content/editArticle', { id, category_id: 1 }, { token });
    expect(refused.body).toMatchObject({ code: 0, data: { errors: { category_id: locked } } });
  });

  test('secure A8: one’s own log tells nothing of a hidden field that a move has emptied', async () => {
    const [from, to] = [await addColumn(), await addColumn()];
    const category = { id: 0, title: 'Secret', cid: from, type: 'article' };
    const { id: category_id } = await server.data('base.Category/addEditCategory', category);
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: from, category_id });
    const rules = ['base.content/editArticle', '/operateLog', 'base.base/getOperateLog'];
    const { token } = await limited(rules, { fields: { article: { category_id: 'hidden' } } });
    await server.data('base.content/editArticle', { id, col_id: to }, { token });
    const log = async (params: Record<string, number>, by: string) =>
      (await server.data<{ data: { id: number; before: object }[] }>('base.base/getOperateLog', params, { token: by }))
        .data;
    const [row] = await log({ limit: 1 }, token);
    const ids = row?.id ?? 0;
    expect((await log({ ids }, server.token))[0]?.before).toEqual({ col_id: from, category_id });
    expect((await log({ ids }, token))[0]?.before).toEqual({ col_id: from });
  });

  test('secure A8: a password for somebody beyond one’s rights is not compared with what the account holds', async () => {
    const boss = await server.makeAdmin(1);
    await server.data('base.admin/editAdmin', { id: boss.id, password: server.password, mobile: '13900009999' });
    const { token } = await limited(['base.admin/editAdmin'], {});
    const refusal = async (password: string) =>
      (await server.call('base.admin/editAdmin', { id: boss.id, password }, { token })).body;
    expect(await refusal('13900009999')).toEqual(await refusal('Kk83-hd73-Lpw2'));
  });

  test('secure A8: a column of others is refused as one that is not there, whatever else is wrong', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const need = { cid: other, name: 'need', title: 'Secret need', type: 'text', required: 1 };
    await server.data('base.content/addContentParams', need);
    await server.data('base.content/addArticle', {
      title: 'Taken',
      slug: 'taken',
      col_id: other,
      params: { need: 'x' },
    });
    const rules = [
      'base.content/addArticle',
      'base.content/editArticle',
      'base.base/addNav',
      'base.content/addContentParams',
    ];
    const { token } = await limited(rules, { columns: [own] });
    const { id: group_id } = await server.data('base.base/addNavGroup', { title: 'Group' });
    const mine = await server.data('base.content/addArticle', { title: 'Own', col_id: own }, { token });
    const ways: [path: string, params: object, column: string][] = [
      ['base.content/addArticle', { title: 'x', slug: 'taken', category_id: 1 }, 'col_id'],
      ['base.content/editArticle', { id: mine.id, slug: 'taken' }, 'col_id'],
      ['base.base/addNav', { title: 'x', group_id }, 'col_id'],
      ['base.content/addContentParams', { ...need, sid: 0 }, 'cid'],
    ];
    for (const [path, params, name] of ways) {
      const refusal = async (column: number) =>
        (await server.call<Refused>(path, { ...params, [name]: column }, { token })).body.data.errors[name];
      expect([path, await refusal(other)]).toEqual([path, '所选记录不存在']);
      const { body } = await server.call<Refused>(path, { ...params, [name]: other }, { token });
      expect([path, Object.keys(body.data.errors)]).toEqual([path, [name]]);
    }
    // A column that an administrator without limits has set stays when the rest is edited.
    const nav = await server.data('base.base/addNav', { title: 'x', group_id, col_id: other });
    const editing = await limited(['base.base/editNav'], { columns: [own] });
    await server.data('base.base/editNav', { id: nav.id, title: 'y', col_id: other }, { token: editing.token });
  });

  test('secure A8: neither an edit of a column nor limits of a role tell which columns there are beyond one’s own', async () => {
    const { id: other } = await server.data('base.base/addColumn', { title: 'Off', model: 'article', status: 0 });
    const own = await addColumn();
    await server.data('base.content/addArticle', { title: 'x', col_id: other, status: 1 });
    const below = { title: 'Below', model: 'article', pid: other };
    const { id: child } = await server.data('base.base/addColumn', below);
    await server.data('base.content/addArticle', { title: 'x', col_id: child, status: 1 });
    const rules = ['base.base/editColumn', 'base.admin/create_role'];
    const { token } = await limited(rules, { columns: [own, child] });
    const said = async (path: string, params: Record<string, string | number>) =>
      (await server.call(path, params, { token })).body;
    const edit = (more: Record<string, number>) => said('base.base/editColumn', more);
    expect(await edit({ id: other, status: 1 })).toEqual(await edit({ id: 4_711_000, status: 1 }));
    expect(await edit({ id: child, pid: own })).toMatchObject({
      code: 0,
      msg: '这会让内容出现在网站上，需要发布的权限：请联系能发布的人',
    });
    const { id: shown } = await server.data('base.base/addColumn', { title: 'Shown', model: 'article' });
    expect(await edit({ id: child, pid: shown })).toEqual(await edit({ id: child, pid: 4_711_000 }));
    const role = (column: number) => said('base.admin/create_role', { title: 'r', columns: `[${column}]` });
    expect(await role(other)).toEqual(await role(4_711_000));
    expect(await role(own)).toMatchObject({ code: 1 });
  });

  test('secure A8: the home screen tells others’ operations to those alone who may read the log', async () => {
    await server.data('base.content/addArticle', { title: 'Secret draft', col_id: await addColumn() });
    const recent = async (rules: string[]) => {
      const { token } = await server.makeAdmin(await server.makeRole(rules));
      return (await server.data<{ recent: object[] }>('base.Data/welcomeDate', {}, { token })).recent;
    };
    expect(await recent(['/operateLog'])).toEqual([]);
    expect(JSON.stringify(await recent(['/operateLog', 'base.base/getOperateLog']))).toContain('Secret draft');
  });

  test('secure A8: whoever sees contents of their own undoes no deletion of a column with those of others', async () => {
    const rules = ['getColumnList', 'deleteColumn', 'editColumn'].map((name) => `base.base/${name}`);
    const role = await server.makeRole([...contentRules, ...rules]);
    await server.data('base.admin/edit_role', { id: role, own_only: 1 });
    const { token } = await server.makeAdmin(role);
    const col_id = await addColumn();
    await server.data('base.content/addArticle', { title: 'Of others', col_id });
    const { batch } = await server.data<{ batch: string }>('base.base/deleteColumn', { col_id, cascade: 1 });
    const undone = await server.data<{ done: number; failed: object[] }>('base.Batch/undo', { batch }, { token });
    expect([undone.done, undone.failed]).toEqual([0, [expect.objectContaining({ entity: 'column', id: col_id })]]);
  });

  test('secure A8: an export of entries that lead to columns of others is imported again as it is', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    await server.data('base.base/editColumn', { id: other, title: 'Of others' });
    const { id: group_id } = await server.data('base.base/addNavGroup', { title: 'Exported' });
    const nav = await server.data('base.base/addNav', { title: 'To others', group_id, col_id: other });
    const names = ['addNav', 'editNav', 'getNavList', 'getNavGroup'].map((name) => `base.base/${name}`);
    const rules = [...names, 'base.Transfer/import', 'base.Transfer/export?entity=nav', '/navList'];
    const { token } = await limited(rules, { columns: [own] });
    const asked = new URLSearchParams({ entity: 'nav', filter: JSON.stringify({ ids: [nav.id] }) });
    const headers = { authorization: token };
    const csv = await (await fetch(`${server.url}/api/base.Transfer/export?${asked}`, { headers })).text();
    expect(csv).toContain(`#${other}`);
    expect(csv).not.toContain('Of others');
    const body = new FormData();
    body.append('entity', 'nav');
    body.append('file', new Blob([csv]), 'x.csv');
    const imported = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body });
    expect(await imported.json()).toMatchObject({ data: { errors: [], updated: 1 } });
  });

  test('secure A8: an import knows no parameters of columns of others', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const param = { cid: other, sid: 0, name: 'margin', title: 'Secret margin', type: 'text' };
    await server.data('base.content/addContentParams', param);
    const { token } = await limited(['base.content/addArticle', 'base.content/editArticle', 'base.Transfer/import'], {
      columns: [own],
    });
    const form = new FormData();
    form.append('entity', 'article');
    form.append('dry_run', '1');
    form.append('file', new Blob([`title,col_id,Secret margin,params.margin\nx,#${own},y,z\n`]), 'x.csv');
    const options = { method: 'POST', headers: { authorization: token }, body: form };
    const reply = await fetch(`${server.url}/api/base.Transfer/import`, options);
    const { data } = (await reply.json()) as { data: { unknown: string[] } };
    expect(data.unknown).toEqual(['Secret margin', 'params.margin']);
  });

  test('secure A8: an import tells of a column of others as of none', async () => {
    const [own, other] = [
      await addColumn(),
      (await server.data('base.base/addColumn', { title: 'Foreign', model: 'article' })).id,
    ];
    const rules = ['base.content/addArticle', 'base.content/editArticle', 'base.Transfer/import'];
    const { token } = await limited(rules, { columns: [own] });
    const refusal = async (col_id: number) =>
      (await server.call<Refused>('base.content/addArticle', { title: 'x', col_id }, { token })).body.data.errors;
    expect(await refusal(other)).toEqual(await refusal(4_711_000));
    const dryRun = async (column: string) => {
      const form = new FormData();
      form.append('entity', 'article');
      form.append('dry_run', '1');
      form.append('file', new Blob([`title,col_id\nx,${column}\n`]), 'x.csv');
      const options = { method: 'POST', headers: { authorization: token }, body: form };
      const reply = await fetch(`${server.url}/api/base.Transfer/import`, options);
      return JSON.stringify(await reply.json()).replaceAll(column, '…');
    };
    expect(await dryRun('Foreign')).toBe(await dryRun('Nowhere'));
    expect(await dryRun(`#${other}`)).toBe(await dryRun('#4711000'));
  });

  test.each(['account', 'list', 'field', 'column'])(
    'secure A8: an export ends with what the caller may read: %s',
    async (what) => {
      const { db } = server.database;
      const [col_id, other] = [await addColumn(), await addColumn()];
      const now = '2026-01-02T03:04:05Z';
      const made = { col_id, status: 1, version: 1, sort: 0, create_time: now, update_time: now };
      const content = `<p>${'x'.repeat(390_000)}</p>`;
      for (let n = 0; n < 60; n++)
        await generic(db)
          .insertInto('article')
          .values({ ...made, title: `n${n}`, author: 'early', content })
          .execute();
      const { id, token } = await limited(['base.Transfer/export?entity=article'], {});
      const { groupId } = await db.selectFrom('admin').select('groupId').where('id', '=', id).executeTakeFirstOrThrow();
      const filter = encodeURIComponent(JSON.stringify({ col_id }));
      const url = `${server.url}/api/base.Transfer/export?entity=article&filter=${filter}`;
      const reply = await fetch(url, { headers: { authorization: token } });
      const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      const limit = (limits: object) => server.data('base.admin/edit_role', { id: groupId, ...limits });
      if (what === 'account') await server.data('base.admin/editAdmin', { id, status: 0 });
      if (what === 'column') await limit({ columns: `[${other}]` });
      if (what === 'field') await limit({ field_limits: JSON.stringify({ article: { author: 'hidden' } }) });
      if (what === 'list') {
        const rule = (await server.ruleIds()).get('base.content/getContentList?model=article') as number;
        await generic(db)
          .deleteFrom('role_rule_method')
          .where('owner_id', '=', groupId)
          .where('ref_id', '=', rule)
          .execute();
      }
      await generic(db).updateTable('article').set({ author: 'late' }).where('col_id', '=', col_id).execute();
      let text = '';
      const readAll = async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read())
          text += new TextDecoder().decode(part.value);
      };
      if (what === 'column') await readAll();
      else await expect(readAll()).rejects.toThrow();
      expect([text.length < 60 * 390_000, text.includes('late')]).toEqual([true, false]);
      await generic(db).deleteFrom('article').where('col_id', '=', col_id).execute();
    },
  );
});
