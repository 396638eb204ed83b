import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { rethrow } from '../support/rethrow.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

const manages = ['getAdminList', 'addAdmin', 'editAdmin', 'getRoleList', 'create_role', 'edit_role', 'delete_role'];

describeTestedDatabases('Limits of a role, beside the contents of its columns', (server) => {
  const columns = { news: 0, local: 0, other: 0, page: 0, goods: 0, board: 0 };
  let paths: string[];
  beforeAll(async () => {
    const make = async (title: string, model: string, pid = 0) =>
      (await server.data('base.base/addColumn', { title, model, pid })).id;
    columns.news = await make('news', 'article');
    columns.local = await make('local', 'article', columns.news);
    columns.other = await make('other', 'article');
    columns.page = await make('page', 'single');
    columns.goods = await make('goods', 'product');
    columns.board = await make('board', 'message');
    paths = [...(await server.ruleIds()).keys()];
  });

  async function limited(limits: object, rules = paths): Promise<TestAdmin & { role: number }> {
    const role = await server.makeRole(rules);
    await server.data('base.admin/edit_role', { id: role, ...limits });
    return { ...(await server.makeAdmin(role)), role };
  }
  const call = ({ token }: TestAdmin, path: string, params: object) =>
    server.call<{ errors?: Record<string, string> }>(path, { ...params }, { token });
  const of = (...ids: number[]) => ({ columns: JSON.stringify(ids) });

  test('categories and parameters are those of the columns, and are made in no other', async () => {
    const admin = await limited(of(columns.news));
    for (const [cid, title] of [
      [columns.local, 'near'],
      [columns.other, 'far'],
    ] as const) {
      await server.data('base.Category/addEditCategory', { title, cid, type: 'article' });
      await server.data('base.content/addContentParams', { title, cid, name: title });
    }
    const titles = async (path: string, params = {}) => {
      const found = await server.data<{ title: string }[] | { data: { title: string }[] }>(path, params, admin);
      return (Array.isArray(found) ? found : found.data).map(({ title }) => title);
    };
    expect(await titles('base.Category/getCategoryList')).toEqual(['near']);
    expect(await titles('base.Category/getAllCategoryList')).toEqual(['near']);
    expect(await titles('base.Category/getParentCategory')).toEqual(['near']);
    expect(await titles('base.content/getContentParams', { col_id: columns.other })).toEqual([]);
    expect(await titles('base.content/getContentParams', { col_id: columns.local })).toEqual(['near']);
    const far = { title: 'new', cid: columns.other };
    for (const [path, more] of Object.entries({
      'base.Category/addEditCategory': { type: 'article' },
      'base.content/addContentParams': { name: 'more' },
    })) {
      const { body } = await call(admin, path, { ...far, ...more });
      expect([path, body.code, Object.keys(body.data.errors ?? {})]).toEqual([path, 0, ['cid']]);
      expect((await call(admin, path, { ...far, ...more, cid: columns.news })).body.code).toBe(1);
    }
  });

  test('columns are made below their own alone; those that they make are their own', async () => {
    const admin = await limited(of(columns.news));
    const add = (pid: number) => call(admin, 'base.base/addColumn', { title: `below ${pid}`, model: 'article', pid });
    expect((await add(columns.other)).body).toMatchObject({ code: 0, data: { errors: { pid: expect.any(String) } } });
    expect((await add(0)).body.code).toBe(0);
    const made = (await add(columns.local)).body as never as { data: { id: number } };
    const article = { title: 'in the new one', col_id: made.data.id };
    expect((await call(admin, 'base.content/addArticle', article)).body.code).toBe(1);
    // A file may have a column below another one of the same file.
    const form = new FormData();
    form.set('entity', 'column');
    form.set('file', new Blob(['title,model,pid\nabove,article,local\nwithin,article,above\n']), 'columns.csv');
    const sent = { method: 'POST', headers: { authorization: admin.token }, body: form };
    const reply = await fetch(`${server.url}/api/base.Transfer/import`, sent);
    expect(await reply.json()).toMatchObject({ code: 1, data: { created: 2, errors: [] } });
    const move = { id: columns.local, pid: columns.other };
    expect((await call(admin, 'base.base/editColumn', move)).body.code).toBe(0);
    expect((await call(admin, 'base.base/editColumn', { id: columns.news, title: 'News' })).body.code).toBe(1);
    expect((await call(admin, 'base.base/editColumn', { id: columns.other, title: 'Mine' })).body.code).toBe(404);
    expect((await call(admin, 'base.base/deleteColumn', { col_id: columns.other, cascade: 1 })).body.code).toBe(404);
    expect((await call(admin, 'base.content/setIndex', { cid: columns.other })).body.code).toBe(404);
  });

  test('whoever sees only contents of their own deletes no column with contents of others', async () => {
    const admin = await limited({ own_only: 1 });
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'shared', model: 'article' });
    await server.data('base.content/addArticle', { title: 'of the other', col_id });
    const remove = () => call(admin, 'base.base/deleteColumn', { col_id, cascade: 1 });
    const refused = (await remove()).body;
    expect([refused.code === 1, refused.msg]).toEqual([false, '此栏目下有您的角色看不到的内容，不能删除']);
    const { data } = await server.data<{ data: { id: number }[] }>('base.content/getContentList', {
      model: 'article',
      id: col_id,
    });
    expect(data).toHaveLength(1);
  });

  test('nor do they bring such a column back, or purge it with what others put there', async () => {
    const admin = await limited({ own_only: 1 });
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'binned', model: 'article' });
    await server.data('base.content/addArticle', { title: 'of the other', col_id });
    await server.data('base.base/deleteColumn', { col_id, cascade: 1 });
    for (const work of ['purge', 'restore']) {
      const about = { entity: 'column', ids: [col_id] };
      const { done } = await server.data<{ done: number }>(`base.Recycle/${work}`, about, admin);
      expect([work, done]).toEqual([work, 0]);
    }
    const about = { entity: 'column', ids: [col_id] };
    expect((await server.data<{ done: number }>('base.Recycle/restore', about)).done).toBe(1);
  });

  test('a page of another column is neither shown nor made', async () => {
    const admin = await limited(of(columns.news));
    const { body } = await call(admin, 'base.content/getContentList', { model: 'single', id: columns.page });
    expect(body.code).toBe(404);
    const own = await limited({ own_only: 1 });
    expect((await call(own, 'base.content/getContentList', { model: 'single', id: columns.page })).body.code).toBe(404);
    const { n } = await server.database.db
      .selectFrom('single')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(0);
    await server.data('base.content/getContentList', { model: 'single', id: columns.page });
    for (const each of [admin, own])
      expect((await call(each, 'base.content/getContentList', { model: 'single', id: columns.page })).body.code).toBe(
        404,
      );
  });

  test('a new record has what cannot be changed as its form leaves it, and no other value', async () => {
    const limits = { is_top: 'read', category_id: 'read', description: 'read', org_img: 'hidden' };
    const admin = await limited({ field_limits: { article: limits } });
    const draft = { title: 'made', col_id: columns.news };
    const empty = { is_top: 0, category_id: 0, description: '', org_img: '' };
    const made = await call(admin, 'base.content/addArticle', { ...draft, ...empty });
    expect(made.body.code).toBe(1);
    for (const [name, value] of Object.entries({ is_top: 1, description: 'x', org_img: '/upload/a.png' })) {
      const { body } = await call(admin, 'base.content/addArticle', { ...draft, ...empty, [name]: value });
      expect([body.code, Object.keys(body.data.errors ?? {})]).toEqual([0, [name]]);
    }
    // A duplicate leaves these fields empty.
    const { id } = await server.data('base.content/addArticle', { ...draft, is_top: 1, description: 'said' });
    const copied = await server.data<{ ids: number[] }>('base.Bulk/duplicate', { entity: 'article', ids: [id] }, admin);
    const params = { model: 'article', ids: copied.ids };
    const { data } = await server.data<{ data: object[] }>('base.content/getContentList', params);
    expect(data).toMatchObject([{ is_top: 0, description: '' }]);
  });

  test('messages are those of the columns, whoever sees only what is their own sees them too', async () => {
    await server.call('site.message/send', { col_id: columns.board, name: 'a visitor', content: 'hello' });
    const names = async (limits: object) => {
      const admin = await limited(limits);
      const params = { model: 'message' };
      const found = await server.data<{ data: { name: string }[] }>('base.content/getContentList', params, admin);
      return found.data.map(({ name }) => name);
    };
    expect(await names(of(columns.board))).toEqual(['a visitor']);
    expect(await names({ own_only: 1 })).toEqual(['a visitor']);
    expect(await names(of(columns.news))).toEqual([]);
  });

  test('what is hidden of users and columns is not answered, looked for or written', async () => {
    const admin = await limited({ field_limits: { user: { mobile: 'hidden', remark: 'read' } } });
    const { id } = await server.data('base.User/userAddEdit', {
      username: 'someone',
      mobile: '13700001234',
      remark: 'a friend',
    });
    const list = async (params: object) =>
      server.data<{ data: object[]; total: number }>('base.User/list', { ...params }, admin);
    expect((await list({})).data[0]).toMatchObject({ username: 'someone', remark: 'a friend' });
    expect((await list({})).data[0]).not.toHaveProperty('mobile');
    expect([(await list({ searchKey: '0001234' })).total, (await list({ searchKey: 'someone' })).total]).toEqual([
      0, 1,
    ]);
    const found = await server.data<object[]>('base.Search/records', { q: '0001234' }, admin);
    expect(found).toEqual([]);
    const stored = () => server.data<{ data: { mobile: string; remark: string }[] }>('base.User/list', { ids: [id] });
    for (const changes of [{ mobile: '13700001234' }, { mobile: '' }, { remark: 'else' }]) {
      const { body } = await call(admin, 'base.User/userAddEdit', { id, ...changes });
      expect([body.code, Object.keys(body.data.errors ?? {})]).toEqual([0, Object.keys(changes)]);
    }
    // A form that shows the field read-only sends it unchanged.
    const same = await call(admin, 'base.User/userAddEdit', { id, nickname: 'N', remark: 'a friend' });
    expect(same.body.code).toBe(1);
    expect((await stored()).data[0]).toMatchObject({ mobile: '13700001234', remark: 'a friend' });
    const info = await server.data<{ field_limits: object }>('base.admin/getAdminInfo', {}, admin);
    expect(info.field_limits).toEqual({ user: { mobile: 'hidden', remark: 'read' } });
  });

  test('day B8: the console knows whether new columns go below others', async () => {
    const isWithin = async (admin?: TestAdmin) =>
      (await server.data<{ within_columns: boolean }>('base.admin/getAdminInfo', {}, admin)).within_columns;
    expect(await isWithin(await limited(of(columns.news)))).toBe(true);
    expect(await isWithin(await limited({ own_only: 1 }))).toBe(false);
    expect(await isWithin()).toBe(false);
  });

  test('the palette finds theirs among hundreds of others with the same name, and none of those', async () => {
    const admin = await limited(of(columns.news));
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 700)
      insert into article (col_id, title, content, sort, version, create_time, update_time)
      select ${columns.other}, 'crowd', '', 0, 1, '', '' from numbers`.execute(server.database.db);
    const { id } = await server.data('base.content/addArticle', { title: 'in the crowd', col_id: columns.local });
    const found = await server.data<{ id: number }[]>('base.Search/records', { q: 'crowd' }, admin);
    expect(found.map((record) => record.id)).toEqual([id]);
    await server.database.db.deleteFrom('article').where('title', '=', 'crowd').execute();
  });

  test('an export that asks for a hidden field is refused before it begins', async () => {
    const admin = await limited({ field_limits: { product: { price: 'hidden' }, user: { level: 'hidden' } } });
    for (const params of [
      { entity: 'product', sort: 'price' },
      { entity: 'user', filter: '{"level":7}' },
    ]) {
      const { body } = await call(admin, 'base.Transfer/export', params);
      expect([params, body.code, Object.keys(body.data.errors ?? {})]).toEqual([params, 0, [expect.any(String)]]);
    }
  });

  test('a backup is not downloaded, and a preview shows what its maker may see', async () => {
    const admin = await limited({ field_limits: { article: { description: 'hidden' } } });
    expect((await call(admin, 'base.Backup/download', { id: 1 })).body.msg).toContain('备份包含全站内容');
    const draft = { title: 'seen', col_id: columns.news, description: 'unseen', subtitle: 'seen too' };
    const { id } = await server.data('base.content/addArticle', draft);
    const about = { entity: 'article', id };
    const { url } = await server.data<{ url: string }>('base.content/previewLink', about, admin);
    const preview = /preview=([^&#]+)/.exec(url)?.[1] ?? '';
    const params = { preview, model: 'article', id };
    const shown = await server.data<object>('site.content/read', params, { token: '' });
    expect(shown).toMatchObject({ title: 'seen', subtitle: 'seen too' });
    expect(JSON.stringify(shown)).not.toContain('unseen');
  });

  test('whoever sees only contents of their own takes over no other administrator', async () => {
    const rules = ['/adminList', ...manages.map((name) => `base.admin/${name}`)];
    const admin = await limited({ own_only: 1 }, rules);
    const other = await server.makeAdmin(admin.role);
    const changes = { id: other.id, password: 'a-long-word-18' };
    expect((await call(admin, 'base.admin/editAdmin', changes)).body.code).toBe(0);
    const { data } = await server.data<{ data: { id: number; beyond: number }[] }>(
      'base.admin/getAdminList',
      { ids: [other.id] },
      admin,
    );
    expect(data.find(({ id }) => id === other.id)?.beyond).toBe(1);
    expect((await call(admin, 'base.admin/editAdmin', { id: admin.id, nickname: 'me' })).body.code).toBe(1);
  });

  test('act at once, and follow a column that moves', async () => {
    const admin = await limited(of(columns.news));
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'wanders', model: 'article' });
    await server.data('base.content/addArticle', { title: 'wandering', col_id });
    const total = async () =>
      (await server.data<{ total: number }>('base.content/getContentList', { model: 'article', id: col_id }, admin))
        .total;
    expect(await total()).toBe(0);
    await server.data('base.base/editColumn', { id: col_id, pid: columns.local });
    expect(await total()).toBe(1);
    await server.data('base.admin/edit_role', { id: admin.role, ...of(columns.other) });
    expect(await total()).toBe(0);
    await server.data('base.admin/edit_role', { id: admin.role, ...of() });
    expect(await total()).toBe(1);
  });

  test('a column that is gone for good leaves its role nothing, not everything', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'short-lived', model: 'article' });
    const admin = await limited(of(col_id));
    await server.data('base.base/deleteColumn', { col_id });
    await server.data('base.Recycle/purge', { entity: 'column', ids: [col_id] });
    const params = { model: 'article' };
    const { total } = await server.data<{ total: number }>('base.content/getContentList', params, admin);
    expect(total).toBe(0);
  });

  test('nobody gives a role more than their own limits leave', async () => {
    const rules = ['/adminList', '/authGroup', ...manages.map((name) => `base.admin/${name}`)];
    const own = { ...of(columns.news), field_limits: { product: { price: 'read' } } };
    const admin = await limited(own, rules);
    const title = () => `role ${Math.random()}`;
    const ids = await server.ruleIds();
    const make = (limits: object) =>
      call(admin, 'base.admin/create_role', {
        title: title(),
        rule_method: [ids.get('/adminList')],
        ...limits,
      });
    const price = (limit: string) => ({ field_limits: { product: { price: limit } } });
    for (const limits of [{}, of(columns.news), { ...of(columns.other), ...price('read') }, price('hidden')])
      expect([limits, (await make(limits)).body.code]).toEqual([limits, 0]);
    const narrower = await make({ ...of(columns.local), ...price('hidden') });
    expect(narrower.body.code).toBe(1);
    const { id } = narrower.body.data as never as { id: number };
    expect((await call(admin, 'base.admin/edit_role', { id, ...of() })).body.code).toBe(0);
    expect((await call(admin, 'base.admin/edit_role', { id, title: title() })).body.code).toBe(1);
    // A role with the same rules and no limits is out of reach, and so is any administrator who has it.
    const free = await server.makeRole(rules);
    const other = await server.makeAdmin(free);
    const roles = await server.data<{ id: number; beyond: number }[]>('base.admin/getRoleList', {}, admin);
    expect(roles.find((role) => role.id === free)?.beyond).toBe(1);
    expect(roles.find((role) => role.id === id)?.beyond).toBe(0);
    for (const [path, params] of [
      ['base.admin/edit_role', { id: free, title: title() }],
      ['base.admin/editAdmin', { id: other.id, nickname: 'x' }],
      ['base.admin/addAdmin', { username: 'climber', password: 'a-long-word-17', groupId: free }],
    ] as const)
      expect([path, (await call(admin, path, params)).body.code === 1]).toEqual([path, false]);
  });

  test('what cannot be limited is refused where it was typed', async () => {
    const role = await server.makeRole(['/content']);
    const refused = async (limits: object) => {
      const { body } = await server.call<{ errors: object }>('base.admin/edit_role', { id: role, ...limits });
      return [body.code, Object.keys(body.data.errors)];
    };
    for (const columns of ['[999999]', '{}', '"x"', '["a"]', '[-1]', '[1e400]', '[9007199254740993]', '[[1]]', '5'])
      expect([columns, await refused({ columns })]).toEqual([columns, [0, ['columns']]]);
    for (const field_limits of [
      [1],
      'x',
      { article: { title: 'hidden' } },
      { article: { status: 'read' } },
      { article: { source: 'all' } },
      { article: { constructor: 'hidden' } },
      { article: { params: 'hidden' } },
      { admin: { mobile: 'hidden' } },
      { nothing: { title: 'hidden' } },
      { article: 'hidden' },
    ])
      expect([field_limits, await refused({ field_limits })]).toEqual([field_limits, [0, ['field_limits']]]);
  });

  test('a time that was set for changes of a record does not reach beyond its limits', async () => {
    const admin = await limited(of(columns.news));
    const draft = { title: 'to come', col_id: columns.news, status: 1 };
    const { id } = await server.data('base.content/addArticle', draft);
    const about = { entity: 'article', id };
    await server.data('base.content/saveWorkingCopy', { ...about, values: { title: 'came' } }, admin);
    const soon = new Date(Date.now() + 2000).toISOString().replace(/\.\d+/, '');
    await server.data('base.content/scheduleWorkingCopy', { ...about, live_time: soon }, admin);
    await server.data('base.admin/edit_role', { id: admin.role, ...of(columns.other) });
    const { publishDue } = await import('../../server/content/liveCopies.ts');
    await expect
      .poll(async () => {
        await publishDue(server.database, rethrow);
        const review = await server.database.db
          .selectFrom('review')
          .select('state')
          .where('record_id', '=', id)
          .execute();
        return review;
      })
      .toMatchObject([{ state: 'returned' }]);
    const { data } = await server.data<{ data: { title: string }[] }>('base.content/getContentList', {
      model: 'article',
      ids: [id],
    });
    expect(data[0]?.title).toBe('to come');
  });
});
